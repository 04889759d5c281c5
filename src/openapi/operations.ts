import * as z from 'zod';
import {singular, words} from '../operations/names.js';
import {type Operation, possibleStatuses, type SearchDescription} from '../operations/operation.js';
import type {Examples} from './examples.js';
import {type JsonSchema, schemaRef} from './json-schemas.js';
import {json, responseRef, success} from './responses.js';
import type {OperationSchemas} from './schema-names.js';
import {assumedOfOperation, assumedOfParameter} from './x-assumed.js';

/** All paths with their methods, in the order of the contract. */
export function describeOperations(
  operations: readonly Operation[],
  schemas: OperationSchemas,
  examples: Examples,
): Record<string, Record<string, JsonSchema>> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    const described = describeOperation(operation, schemas, examples);
    const methods = paths[operation.path] ?? {};
    paths[operation.path] = methods;
    methods[operation.method.toLowerCase()] = described;
    if (operation.method === 'PATCH') {
      methods['put'] = {
        ...described,
        operationId: `${operation.id}ByPut`,
        summary: `${operation.summary}; the same as PATCH`,
        'x-beyond-contract': 'Observed on the service: PUT is accepted wherever PATCH is, with the same meaning.',
      };
    }
  }
  return paths;
}

function describeOperation(operation: Operation, schemas: OperationSchemas, examples: Examples): JsonSchema {
  const {id, tag, summary, beyondContract} = operation;
  const example = examples.of(operation);
  const schema = schemas.outputs.get(schemas.replies.get(operation)!)!;
  const succeeded = success(successOf[operation.reply.kind], schema, example.reply);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...assumedOfOperation(operation),
    ...(beyondContract !== undefined && {'x-beyond-contract': sentence(beyondContract)}),
    parameters: parametersOf(operation).map(parameter => {
      const value = example.path[parameter.name] ?? example.query[parameter.name];
      return {
        ...parameter,
        ...assumedOfParameter(operation, parameter.name),
        ...(value !== undefined && {example: written(parameter.schema, value)}),
      };
    }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: json(schemaRef(schemas.inputs.get(operation.body)!), example.body),
      },
    }),
    responses: Object.fromEntries(
      possibleStatuses(operation).map(({status}) => [status, status === 200 ? succeeded : responseRef(status)]),
    ),
  };
}

const successOf = {
  page: 'One page of items.',
  object: 'The whole record.',
  result: 'The operation succeeded.',
} as const;

/** Converts a parameter's value to the type of its schema. */
function written({type}: JsonSchema, value: string): unknown {
  return type === 'integer' ? Number(value) : type === 'array' ? [value] : value;
}

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly required?: boolean;
  readonly style?: 'form';
  readonly explode?: boolean;
  readonly schema: JsonSchema;
  readonly [extension: `x-${string}`]: unknown;
}

function parametersOf(operation: Operation): ApiParameter[] {
  const names = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  const fields = Object.entries((operation.query as z.ZodObject | undefined)?.shape ?? {});
  return [
    ...names.map(name => pathParameter(name, operation)),
    ...fields.map(([name, field]) => queryParameter(name, field as z.ZodType, operation)),
  ];
}

function pathParameter(name: string, {path}: Operation): ApiParameter {
  const common = {name, in: 'path', required: true} as const;
  if (name !== 'id' && !name.endsWith('_id')) {
    const schema = {type: 'string', examples: ['email_address_types']};
    return {...common, description: 'The `key` of a type from `GET /api/v1/types`.', schema};
  }
  const kind = words(name === 'id' ? singular(path.split('/').at(-2)!) : name.slice(0, -3));
  const schema = {type: 'integer', format: 'int64', minimum: 1};
  return {...common, description: `The id of the ${kind}.`, schema};
}

/** Descriptions of the parameters of every list; others describe themselves. */
const descriptions: Readonly<Record<string, string>> = {
  limit:
    'The maximum number of items to return. The sandbox reduces a larger number to its own maximum, which the response names.',
  offset: 'The number of items to skip.',
};

function queryParameter(name: string, field: z.ZodType, {search}: Operation): ApiParameter {
  const special = search === undefined ? undefined : searchParameters[name]?.(search);
  return {
    name,
    in: 'query',
    ...(special ?? {description: field.description ?? descriptions[name] ?? '', schema: textSchema(field)}),
  };
}

function textSchema(field: z.ZodType): JsonSchema {
  const {$schema, pattern, description: _, ...schema} = z.toJSONSchema(field, {io: 'input'}) as JsonSchema;
  const fallback = field instanceof z.ZodDefault ? field.def.defaultValue : undefined;
  return fallback === undefined ? schema : {...schema, default: fallback};
}

type SearchParameter = (search: SearchDescription) => Omit<ApiParameter, 'name' | 'in'>;

const searchParameters: Readonly<Record<string, SearchParameter>> = {
  'q[]': ({terms}) => ({
    description: termsText(terms),
    style: 'form',
    explode: true,
    schema: {
      type: 'array',
      items: {type: 'string', examples: terms.map(({name, value}) => `${name}=${value.example}`)},
    },
    'x-search-terms': terms.map(({name, value, finds}) => ({
      name,
      value: value.accepts,
      finds,
      example: `${name}=${value.example}`,
    })),
  }),
  q: () => ({
    description: 'The same as `q[]`.',
    style: 'form',
    explode: true,
    schema: {type: 'array', items: {type: 'string'}},
    'x-beyond-contract': 'Observed on the service: `q` is also accepted without its brackets.',
  }),
  sort: ({sorts}) => ({
    description: 'The field to sort by; a trailing `!` reverses the order.',
    schema: {type: 'string', enum: sorts.flatMap(name => [name, `${name}!`])},
  }),
  expand: ({expansions}) => ({
    description: 'The details to add to every item, separated by commas.',
    style: 'form',
    explode: false,
    schema: {type: 'array', items: {type: 'string', enum: expansions}},
  }),
};

const termsText = (terms: SearchDescription['terms']) =>
  [
    'One term, `term=value`, or several, separated by `;`. The parameter can be repeated. A record must match every term. Case and accents are ignored. Without a term, every record matches.',
    '',
    '| term | value | finds |',
    '|---|---|---|',
    ...terms.map(({name, value, finds}) => `| \`${name}\` | ${cell(value.accepts)} | ${cell(finds)} |`),
  ].join('\n');

/** Escaped for Swagger UI, which does not support a backslash before the bar. */
const cell = (text: string) => text.replaceAll('|', '&#124;');
