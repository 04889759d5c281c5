import type {RecordData} from './kinds.js';

interface FormSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly FormSchema[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
}

interface BodyOperation {
  readonly requestBody?: {readonly content: {readonly 'application/json': {readonly schema: FormSchema}}};
}

/** The parts of an OpenAPI document that a form needs. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, BodyOperation>>>>;
  readonly components: {readonly schemas: Readonly<Record<string, FormSchema>>};
}

export interface FormField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** The type of its value: `json` if it is not a single value. */
  readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'choice' | 'json';
  readonly choices: readonly string[];
  readonly mayBeNull: boolean;
  readonly maxLength?: number;
}

function fieldOf(name: string, schema: FormSchema, isRequired: boolean): FormField {
  const parts = schema.anyOf ?? [schema];
  const types = parts.flatMap(part => part.type ?? (part.$ref === undefined ? [] : 'object'));
  const main = parts.find(part => part.type !== 'null') ?? schema;
  const kind = kindOf(main, types);
  return {
    name,
    isRequired,
    description: schema.description ?? '',
    kind,
    choices: kind === 'boolean' ? ['true', 'false'] : (main.enum ?? []).map(String),
    mayBeNull: types.includes('null'),
    ...(main.maxLength !== undefined && {maxLength: main.maxLength}),
  };
}

function kindOf({enum: choices, format}: FormSchema, types: readonly string[]): FormField['kind'] {
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

/** The fields of an operation's body. @param path after `/api/v1`, with its braces */
export function fieldsOf({paths, components}: ApiDocument, method: string, path: string) {
  const sent = paths[`/api/v1${path}`]?.[method]?.requestBody?.content['application/json'].schema ?? {};
  const schema = sent.$ref === undefined ? sent : components.schemas[sent.$ref.split('/').at(-1)!]!;
  return Object.entries(schema.properties ?? {}).map(([name, each]) =>
    fieldOf(name, each, schema.required?.includes(name) ?? false),
  );
}

export function textOf({kind}: FormField, value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

/** @throws Error that names the field if it is not valid JSON */
function readValue({name, kind}: FormField, text: string): unknown {
  switch (kind) {
    case 'integer':
    case 'number':
      return Number.isNaN(Number(text)) ? text : Number(text); // the service reports the error
    case 'boolean':
      return text === 'true';
    case 'json':
      try {
        return JSON.parse(text);
      } catch {
        throw new Error(`${name}: must be JSON`);
      }
    default:
      return text;
  }
}

/** The body to send: only the changed fields. A cleared field is null if that is allowed, otherwise an empty text. */
export function bodyOf(fields: readonly FormField[], form: FormData, record: RecordData): RecordData {
  const changed = fields.flatMap(field => {
    const text = String(form.get(field.name) ?? '').replaceAll('\r\n', '\n');
    if (text === textOf(field, record[field.name])) {
      return [];
    }
    const value = text === '' ? (field.mayBeNull ? null : '') : readValue(field, text);
    return [[field.name, value]];
  });
  return Object.fromEntries(changed);
}
