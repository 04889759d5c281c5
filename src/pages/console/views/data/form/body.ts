import type {Row} from '../kinds.js';
import type {Field} from './schema.js';

/** Formats a value for a form field. */
export function writtenOf({kind}: Field, value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

/** @throws Error that names the field if it is not valid JSON */
function readValue({name, kind}: Field, written: string): unknown {
  switch (kind) {
    case 'integer':
    case 'number':
      return Number.isNaN(Number(written)) ? written : Number(written); // the service reports what is wrong with it
    case 'boolean':
      return written === 'true';
    case 'json':
      try {
        return JSON.parse(written);
      } catch {
        throw new Error(`${name}: must be JSON`);
      }
    default:
      return written;
  }
}

/** The body to send: the changed fields only. A cleared field is null if that is allowed, otherwise an empty text. */
export function bodyOf(fields: readonly Field[], form: FormData, record: Row): Row {
  const changed = fields.flatMap(field => {
    const written = String(form.get(field.name) ?? '').replaceAll('\r\n', '\n');
    if (written === writtenOf(field, record[field.name])) {
      return [];
    }
    const value = written === '' ? (field.mayBeNull ? null : '') : readValue(field, written);
    return [[field.name, value]];
  });
  return Object.fromEntries(changed);
}
