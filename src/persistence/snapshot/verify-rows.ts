import {isDeepStrictEqual} from 'node:util';
import type {Kind} from '../../operations/kinds/kind.js';
import type {Fields} from '../../schema/fields.js';
import {pause} from '../../store/chunked.js';
import type {AnySpec} from '../../store/collection.js';
import type {Row} from '../../store/order.js';
import type {Schema} from '../../store/schema.js';
import type {Transaction} from '../../store/transaction.js';
import {wrong} from './snapshot-error.js';

export type RowsByName = ReadonlyMap<string, readonly Row[]>;

/**
 * Verifies rows, and rejects the first invalid one. A correct checksum proves that nothing was damaged, but not who
 * wrote the document. Each row must
 * - match the `row` schema of its kind exactly;
 * - have all its parent records;
 * - not repeat a unique value, such as the external id of a gift.
 *
 * Other ids may refer to missing records (responses omit those), and the name next to an id may differ from the
 * record's name.
 *
 * @param transaction on the state that has the rows
 * @param nameOf the location of a row in errors
 * @param where the location of all rows in errors, if they are not in a document
 */
export async function verifyRows(
  rows: RowsByName,
  {specs}: Schema,
  transaction: Transaction,
  nameOf: (collection: string, row: Row) => string,
  where = '',
): Promise<void> {
  for (const spec of specs) {
    const own = rows.get(spec.name) ?? [];
    for (const row of own) {
      const problem = problemOfFields(spec, row) ?? problemOfParents(spec, row as unknown as Fields, transaction);
      if (problem !== undefined) {
        throw wrong(`${where}${nameOf(spec.name, row)}${problem}`);
      }
      await pause();
    }
    for (const field of (own.length > 0 && (spec as Partial<Kind>).unique) || []) {
      const [row, other] = sharedValue(field, own, transaction.rows(spec.name).values()) ?? [];
      if (row !== undefined && other !== undefined) {
        const value = JSON.stringify(held(row, field));
        const [place, taken] = [row, other].map(each => nameOf(spec.name, each));
        throw wrong(`${where}${place}.${field} is ${value}, which is that of ${taken} already`);
      }
    }
  }
}

function problemOfFields({row: schema, output}: Partial<Kind>, row: Row): string | undefined {
  const issues = (schema ?? output)?.safeParse(row, {reportInput: true}).error?.issues ?? [];
  const problems = issues.slice(0, 3).map(issue => {
    const path = issue.path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
    if (issue.code === 'unrecognized_keys') {
      return `${path} has the unknown field ${issue.keys[0]}`;
    }
    return issue.input === undefined ? `${path} is missing` : `${path} is wrong: ${issue.message}`;
  });
  return problems.length === 0 ? undefined : problems.join('; ');
}

/** A parent may be null if the row's schema permits it. */
function problemOfParents({parents}: AnySpec, row: Fields, transaction: Transaction): string | undefined {
  for (const [field, parent] of Object.entries(parents ?? {})) {
    const id = row[field];
    if (id !== null && transaction.rows(parent as string).get(id as number) === undefined) {
      return `.${field} is ${id}, and there is no such id in ${parent}`;
    }
  }
  return undefined;
}

const held = (row: Row, field: string) => (row as unknown as Fields)[field];

/** Two rows with the same value. The second may be any row, because an unverified row can repeat its value. */
function sharedValue(field: string, rows: readonly Row[], all: Iterable<Row>): readonly [Row, Row] | undefined {
  const owners = new Map(rows.filter(row => held(row, field) !== null).map(row => [held(row, field), row]));
  for (const row of owners.size === 0 ? [] : all) {
    const owner = owners.get(held(row, field));
    if (owner !== undefined && owner.id !== row.id) {
      return [owner, row];
    }
  }
  return undefined;
}

/**
 * Recomputes derived fields of verified rows, and fields of other records that depend on the rows: someone who edits a
 * name need not know which field sorts by it.
 */
export async function workOutRows(rows: RowsByName, {specs}: Schema, transaction: Transaction): Promise<void> {
  for (const spec of specs) {
    for (const {id} of rows.get(spec.name) ?? []) {
      const row = transaction.rows(spec.name).get(id)!;
      const derived = (spec as Partial<Kind>).derive?.(row) ?? row;
      const followed = spec.denormalized?.compute(derived, transaction) ?? derived;
      if (followed !== row && !isDeepStrictEqual(followed, row)) {
        transaction.put(spec, derived);
      }
      await pause();
    }
  }
}
