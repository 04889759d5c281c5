import type {JsonSchema} from './json-schemas.js';

type NamedSchemas = Readonly<Record<string, JsonSchema>>;

const head = `/**
 * The records in responses, and the bodies of requests, under their names in the OpenAPI document.
 * A request may also send a number as a numeric string.
 */
`;

const tail = `/** Every error but a 401. */
export type ApiErrorReply = Error;

/** One page of a list or a search. */
export interface Page<Item> {
  api_version: '1.0';
  items_count: number;
  total_items: number;
  limit: number;
  offset: number;
  /** Absent on the last page. */
  next_item?: number;
  /** Absent on the last page. */
  next_link?: string;
  item_type: string;
  items: Item[];
}
`;

/** These schemas have no type: an envelope is a record and a version, and only a 401 has a `TokenError`. */
const isLeftOut = (name: string) => /(?:Page|Reply)$|^TokenError$|^Result$/.test(name);

/** Writes the document's schemas as TypeScript interfaces without dependencies. */
export function apiTypes(schemas: NamedSchemas): string {
  const types = Object.entries(schemas)
    .filter(([name]) => !isLeftOut(name))
    .map(([name, schema]) => interfaceOf(name, schema));
  return [head, ...types, tail].join('\n');
}

function interfaceOf(name: string, schema: JsonSchema): string {
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const fields = Object.entries((schema['properties'] ?? {}) as NamedSchemas).map(([field, inner]) => {
    const comment = typeof inner['description'] === 'string' ? `  /** ${inner['description']} */\n` : '';
    return `${comment}  ${field}${required.has(field) ? '' : '?'}: ${typeOf(inner)};\n`;
  });
  return `export interface ${name} {\n${fields.join('')}}\n`;
}

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typeOf(schema: JsonSchema): string {
  const {$ref, anyOf, enum: values, const: constant, type, items} = schema;
  if (typeof $ref === 'string') {
    return $ref.split('/').at(-1)!;
  }
  if (Array.isArray(anyOf)) {
    return union(anyOf.map(typeOf));
  }
  if (Array.isArray(values) || constant !== undefined) {
    return union(((values ?? [constant]) as readonly unknown[]).map(value => literal(value)));
  }
  if (type === 'array') {
    const item = typeOf(items as JsonSchema);
    return item.includes(' ') ? `Array<${item}>` : `${item}[]`;
  }
  return union([type].flat().map(name => scalars[name as string] ?? 'unknown'));
}

const literal = (value: unknown): string =>
  typeof value === 'string' && !value.includes("'") ? `'${value}'` : JSON.stringify(value);

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
