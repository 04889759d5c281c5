import {send} from '../../../state/api.js';

/** The parts of an OpenAPI document that a form needs. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly requestBody?: {readonly content: {readonly 'application/json': {readonly schema: Schema}}};
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {readonly schemas: Readonly<Record<string, Schema>>};
}

let loaded: Promise<Document> | undefined;

/** The document has two megabytes, so it is loaded when the first form opens. */
function document(): Promise<Document> {
  loaded ??= send('GET', '/openapi.json').then(response => response.json() as Promise<Document>);
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** The type of its value: `json` if it is not a single value. */
  readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'choice' | 'json';
  readonly choices: readonly string[];
  readonly mayBeNull: boolean;
  readonly maxLength?: number;
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  const parts = schema.anyOf ?? [schema];
  const types = parts.flatMap(part => part.type ?? (part.$ref === undefined ? [] : 'object'));
  const main = parts.find(part => part.type !== 'null') ?? schema;
  return {
    name,
    isRequired,
    description: schema.description ?? '',
    kind: kindOf(main, types),
    choices: (main.enum ?? []).map(String),
    mayBeNull: types.includes('null'),
    ...(main.maxLength !== undefined && {maxLength: main.maxLength}),
  };
}

function kindOf({enum: choices, format}: Schema, types: readonly string[]): Field['kind'] {
  if (choices !== undefined) {
    return 'choice';
  }
  if (types.includes('array') || types.includes('object')) {
    return 'json';
  }
  if (types.includes('string')) {
    return format === 'date' ? 'date' : 'text';
  }
  return (['integer', 'number', 'boolean'] as const).find(type => types.includes(type)) ?? 'json';
}

/**
 * The fields of an operation's body.
 * @param path behind `/api/v1`, with its braces
 */
export async function fieldsOf(method: 'post' | 'patch', path: string): Promise<readonly Field[]> {
  const {paths, components} = await document();
  const sent = paths[`/api/v1${path}`]?.[method]?.requestBody?.content['application/json'].schema ?? {};
  const schema = sent.$ref === undefined ? sent : components.schemas[sent.$ref.split('/').at(-1)!]!;
  return Object.entries(schema.properties ?? {}).map(([name, each]) =>
    fieldOf(name, each, schema.required?.includes(name) ?? false),
  );
}
