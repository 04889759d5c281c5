import {type Operation, possibleStatuses} from '../operations/operation.js';
import type {Examples} from './examples.js';
import {type JsonSchema, schemaRef} from './json-schemas.js';
import {parametersOf} from './parameters.js';
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
        'x-beyond-contract': 'Observed on the service: PUT is taken wherever PATCH is, with the same meaning.',
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

const successOf = {page: 'One page of them.', object: 'The whole record.', result: 'It was done.'} as const;

/** Converts a parameter's value to the type of its schema. */
function written({type}: JsonSchema, value: string): unknown {
  return type === 'integer' ? Number(value) : type === 'array' ? [value] : value;
}

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`;
