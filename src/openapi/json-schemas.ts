import * as z from 'zod';
import type {Operation} from '../operations/operation.js';
import type {OperationSchemas} from './schema-names.js';

/** A JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

type DescribedSchema = JsonSchema & {properties?: Record<string, JsonSchema>};

export const schemaRef = (name: string) => ({$ref: `#/components/schemas/${name}`});

/** All named schemas, with a description of each field. Responses are closed; bodies are open, like the service's. */
export function componentSchemas(
  {outputs, inputs}: OperationSchemas,
  operations: readonly Operation[],
): Record<string, JsonSchema> {
  const bodies = jsonSchemas(inputs, 'input');
  for (const {body, reply} of operations) {
    if (body !== undefined && reply.kind === 'object') {
      describeAs(reply.schema, bodies[inputs.get(body)!]!);
    }
  }
  const schemas = {...jsonSchemas(outputs, 'output'), ...bodies};
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Copies the description of the response's field to a body's field unless it has its own. */
function describeAs({shape}: z.ZodObject, {properties = {}}: DescribedSchema): void {
  for (const [field, schema] of Object.entries(properties)) {
    const description = (shape[field] as z.ZodType | undefined)?.description;
    if (description !== undefined) {
      properties[field] = {...schema, description: schema['description'] ?? description};
    }
  }
}

/** Bodies use the input form, responses the output form. */
function jsonSchemas(named: ReadonlyMap<z.ZodObject, string>, io: 'input' | 'output'): Record<string, DescribedSchema> {
  const registry = z.registry<{id: string}>();
  for (const [schema, id] of named) {
    registry.add(schema, {id});
  }
  const {schemas} = z.toJSONSchema(registry, {
    io,
    uri: name => schemaRef(name).$ref,
    override: ({jsonSchema}) => simplify(jsonSchema),
  });
  const entries = Object.entries(schemas as Record<string, DescribedSchema>);
  return Object.fromEntries(entries.map(([name, {$schema, $id, ...schema}]) => [name, schema]));
}

/** JSON has one number type, which holds every integer of this API exactly. */
export function simplify(schema: JsonSchema): void {
  if (schema['type'] === 'integer' && schema['maximum'] === Number.MAX_SAFE_INTEGER) {
    delete schema['minimum'];
    delete schema['maximum'];
    schema['format'] = 'int64';
  }
}
