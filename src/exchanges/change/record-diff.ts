import type {Row} from '../../store/order.js';
import {personOf} from './diff-names.js';

/** What a record shows. */
export type Fields = Readonly<Record<string, unknown>>;

/** What changed in one record, field by field. */
export interface RecordDiff {
  readonly id: number;
  /** Of a record that goes with a constituent. */
  readonly constituent_id?: number;
  readonly fields: Record<string, {from: unknown; to: unknown}>;
}

/** A record as it was and as it is, one of the two undefined where it came or went: of rows, the references alone. */
export type Pair = readonly [before: Row | undefined, after: Row | undefined];

/** @param internal the fields that the sandbox keeps for itself */
const visible = (row: Row, internal: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !internal.includes(field)));

const areEqual = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** The fields of a record that was changed, each as it was and as it is: none where only internal ones were. */
function changedFields(before: Row, after: Row, internal: readonly string[]): RecordDiff['fields'] {
  const [old, row] = [before as Row & Fields, after as Row & Fields];
  const names = Object.keys({...old, ...row}).filter(name => !areEqual(old[name], row[name]));
  const shown = names.filter(name => !internal.includes(name));
  return Object.fromEntries(shown.map(name => [name, {from: old[name] ?? null, to: row[name] ?? null}]));
}

/** Whether anything of a record changed that is shown. */
export function isVisible([before, after]: Pair, internal: readonly string[]): boolean {
  if (before === undefined || after === undefined) {
    return true;
  }
  const [old, row] = [before as Row & Fields, after as Row & Fields];
  const differs = (name: string) => !areEqual(old[name], row[name]) && !internal.includes(name);
  return Object.keys(row).some(differs) || Object.keys(old).some(differs);
}

/** A record that came or went, whole; of one that was changed, what changed. */
export function shownPair([before, after]: Pair, internal: readonly string[], collection: string): Fields | RecordDiff {
  if (before === undefined || after === undefined) {
    return visible((after ?? before)!, internal);
  }
  const person = personOf(collection, after as Row & Fields);
  return {
    id: after.id,
    ...(person !== undefined && person !== after.id && {constituent_id: person}),
    fields: changedFields(before, after, internal),
  };
}
