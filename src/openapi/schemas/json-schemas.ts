import * as z from 'zod';
import type {Operation} from '../../operations/operation.js';
import type {OperationSchemas} from './schema-names.js';

/** A JSON Schema, 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

type Described = JsonSchema & {properties?: Record<string, JsonSchema>};

export const schemaRef = (name: string) => ({$ref: `#/components/schemas/${name}`});

/** Every named schema, with a description of each field. Replies are closed; bodies are open, as the service's are. */
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

/** What is sent means what is answered under the same name, unless it says something of its own. */
function describeAs({shape}: z.ZodObject, {properties = {}}: Described): void {
  for (const [field, schema] of Object.entries(properties)) {
    const description = (shape[field] as z.ZodType | undefined)?.description;
    if (description !== undefined) {
      properties[field] = {...schema, description: schema['description'] ?? description};
    }
  }
}

/** A body as it may be sent, a reply as it comes. */
function jsonSchemas(named: ReadonlyMap<z.ZodObject, string>, io: 'input' | 'output'): Record<string, Described> {
  const registry = z.registry<{id: string}>();
  for (const [schema, id] of named) {
    registry.add(schema, {id});
  }
  const {schemas} = z.toJSONSchema(registry, {
    io,
    uri: name => schemaRef(name).$ref,
    override: ({jsonSchema}) => simplify(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas as Record<string, Described>).map(([name, {$schema, $id, ...schema}]) => [name, schema]),
  );
}

/** JSON has one kind of number; every integer here is one that it holds exactly. */
export function simplify(schema: JsonSchema): void {
  if (schema['type'] === 'integer' && schema['maximum'] === Number.MAX_SAFE_INTEGER) {
    delete schema['minimum'];
    delete schema['maximum'];
    schema['format'] = 'int64';
  }
}
