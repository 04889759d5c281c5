import type {Catalog} from '../operations/kinds/catalog.js';
import {pascal, singular} from '../operations/names.js';
import type {Row} from '../store/order.js';
import type {Records} from '../store/records.js';

/** Fields that differ between any two runs of a program. */
const ofTheRun = ['id', 'created_at', 'updated_at'];

/**
 * Returns a function that serializes records for a comparison between runs: without ids and timestamps, and with each
 * reference to a record that the run created replaced by that record's text.
 * @param start the initial records of all runs
 * @param end the final records of this run
 */
export function naturalTextOf({kinds, byName}: Catalog, start: Records, end: Records) {
  const texts = new Map<Row, string>();

  function textOf(kind: string, row: Row): string {
    const known = texts.get(row);
    if (known !== undefined) {
      return known;
    }
    texts.set(row, '"itself"'); // for circular references
    const {internal = []} = byName.get(kind)!;
    const text = JSON.stringify(valuesOf(kind, row, [...ofTheRun, ...internal]));
    texts.set(row, text);
    return text;
  }

  const valuesOf = (kind: string, fields: object, left: readonly string[]) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => !left.includes(name))
        .map(([name, value]) => [name, valueIn(kind, name, value)]),
    );

  function valueIn(kind: string, field: string, value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map(item => valueIn(kind, field, item));
    }
    if (typeof value === 'object' && value !== null) {
      return valuesOf(kind, value, ofTheRun);
    }
    return typeof value === 'number' && field.endsWith('_id') ? referenceOf(kind, field, value) : value;
  }

  /** Returns the text of a record that the run created, or the id of an existing one. */
  function referenceOf(kind: string, field: string, id: number): unknown {
    const {parents = {}, references = []} = byName.get(kind)!;
    const declared = (parents as Record<string, string>)[field] ?? references.find(({id}) => id === field)?.to;
    const target = declared ?? kindNamedBy(field);
    if (target === undefined || start.collections.get(target)?.get(id) !== undefined) {
      return id;
    }
    const row = end.collections.get(target)?.get(id);
    return row === undefined ? id : {made: textOf(target, row)};
  }

  /** `parent_gift_id` is the id of a gift. */
  function kindNamedBy(field: string): string | undefined {
    const name = pascal(field.slice(0, -'_id'.length));
    const fitting = kinds.map(kind => kind.name).filter(kind => name.endsWith(pascal(singular(kind))));
    return fitting.sort((one, other) => other.length - one.length)[0];
  }

  return textOf;
}
