import type {IdFields} from '../operations/kinds/kind.js';
import {type Fields, quote} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import {isObject} from '../schema/items.js';
import type {BatchRecord} from './batch-record.js';

type Named = ReadonlyMap<string, BatchRecord>;

/** Replaces local names by ids: `$smith` is the id of the record with `"$id": "smith"`. */
export function replaceLocalNames(fields: Fields, idFields: IdFields, named: Named, issues: Issues): Fields {
  const replaced = {...fields};
  for (const [field, to] of Object.entries(idFields)) {
    const value = fields[field];
    if (typeof to === 'string') {
      if (typeof value === 'string' && value.startsWith('$')) {
        replaced[field] = idOf(value, to, field, named, issues);
      }
    } else if (Array.isArray(value)) {
      const at = issues.at(field);
      replaced[field] = value.map((item, index) =>
        isObject(item) ? replaceLocalNames(item, to, named, at.at(index)) : item,
      );
    }
  }
  return replaced;
}

function idOf(written: string, to: string, field: string, named: Named, issues: Issues): number | undefined {
  const record = named.get(written.slice(1));
  if (record === undefined) {
    issues.refuse(field, `there is no record here with "$id" ${quote(written.slice(1))}`, 'unknown-name');
  } else if (record.kind.name !== to) {
    issues.refuse(field, `must be one of ${to}; ${quote(written)} is one of ${record.kind.name}`);
  } else {
    return record.id;
  }
  return undefined;
}
