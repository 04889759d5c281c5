import type {JsonSchema} from '../../src/openapi/json-schemas.js';

export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

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

/** These schemas get no type: an envelope is a record and a version, and only a 401 has a `TokenError`. */
const isLeftOut = (name: string) => /(?:Page|Reply)$|^TokenError$|^Result$/.test(name);

/** Writes the document's schemas as TypeScript interfaces without dependencies. */
export function apiTypes(schemas: NamedSchemas): string {
  const types = Object.entries(schemas)
    .filter(([name]) => !isLeftOut(name))
    .map(([name, schema]) => interfaceOf(name, schema));
  return [head, ...types, tail].join('\n');
}

export function interfaceOf(name: string, schema: JsonSchema, style = plain): string {
  const fields = fieldsOf(schema).map(([field, inner, mark]) => {
    const comment = typeof inner['description'] === 'string' ? `  /** ${inner['description']} */\n` : '';
    return `${comment}  ${field}${mark}: ${typeOf(inner, style)};\n`;
  });
  return `export interface ${name} {\n${fields.join('')}}\n`;
}

function fieldsOf({properties = {}, required = []}: JsonSchema) {
  const names = new Set(required as readonly string[]);
  const fields = Object.entries(properties as NamedSchemas);
  return fields.map(([name, inner]) => [name, inner, names.has(name) ? '' : '?'] as const);
}

/** The parts of a type that depend on its use. */
export interface TypeStyle {
  readonly number: string;
  readonly list: string;
  /** @returns undefined for a schema without a special type */
  typeOf(schema: JsonSchema): string | undefined;
}

export const plain: TypeStyle = {number: 'number', list: '', typeOf: () => undefined};

export function typeOf(schema: JsonSchema, style: TypeStyle): string {
  const {$ref, anyOf, enum: values, const: constant, type, items} = schema;
  const own = style.typeOf(schema);
  if (own !== undefined) {
    return own;
  }
  if (typeof $ref === 'string') {
    return $ref.split('/').at(-1)!;
  }
  if (Array.isArray(anyOf)) {
    return union(anyOf.map((form: JsonSchema) => typeOf(form, style)));
  }
  if (Array.isArray(values) || constant !== undefined) {
    return union(((values ?? [constant]) as readonly unknown[]).map(value => literal(value)));
  }
  if (type === 'array') {
    const item = typeOf(items as JsonSchema, style);
    return item.includes(' ') ? `${style.list && 'Readonly'}Array<${item}>` : `${style.list}${item}[]`;
  }
  if (type === 'object') {
    return `{${fieldsOf(schema)
      .map(([name, inner, mark]) => `${name}${mark}: ${typeOf(inner, style)}`)
      .join('; ')}}`;
  }
  const scalars: Readonly<Record<string, string>> = {...names, number: style.number, integer: style.number};
  return union([type].flat().map(name => scalars[name as string] ?? 'unknown'));
}

const names = {string: 'string', boolean: 'boolean', null: 'null'};

const literal = (value: unknown): string =>
  typeof value === 'string' && !value.includes("'") ? `'${value}'` : JSON.stringify(value);

/** Joins types and unions, without duplicates and with null at the end. */
function union(types: readonly string[]): string {
  const members = new Set(types.flatMap(type => (/[<{]/.test(type) ? [type] : type.split(' | '))));
  const hasNull = members.delete('null');
  return [...members, ...(hasNull ? ['null'] : [])].join(' | ');
}
