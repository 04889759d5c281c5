import {isDeepStrictEqual} from 'node:util';
import type {AccountState} from '../../accounts/account-state.js';
import {timestamp} from '../../accounts/clock.js';
import type {Kind} from '../../operations/kinds/kind.js';
import {pause} from '../../store/chunked.js';
import type {AnySpec} from '../../store/collection.js';
import type {Row} from '../../store/order.js';
import type {Schema} from '../../store/schema.js';
import {Transaction} from '../../store/transaction.js';
import type {Fields} from './document-head.js';
import {wrong} from './snapshot-error.js';

/**
 * Verifies every row of a document, and rejects the first invalid one. A correct checksum proves that nothing was
 * damaged, but not who wrote the document. Each row must
 * - match the `row` schema of its kind exactly;
 * - have all records that it belongs to;
 * - not repeat a unique value, such as the external id of a gift.
 *
 * Other ids may refer to missing records (a response shows nothing for those), and the name beside an id may differ
 * from the record's name.
 *
 * @param lists the document's rows by collection name, for locations in errors
 * @returns the state with all derived fields recomputed: someone who edits a name need not know which field sorts by it
 */
export async function verified(state: AccountState, lists: Fields, schema: Schema): Promise<AccountState> {
  const transaction = new Transaction(schema, state.records, () => timestamp(state.clock));
  for (const spec of schema.specs) {
    const unique = new UniqueFields((spec as Partial<Kind>).unique ?? []);
    for (const [place, row] of (lists[spec.name] as readonly Row[]).entries()) {
      const problem =
        problemOfRow(spec, row, transaction) ??
        unique.problem(row as unknown as Fields, `records.${spec.name}[${place}]`);
      if (problem !== undefined) {
        throw wrong(`records.${spec.name}[${place}]${problem}`);
      }
      await pause();
    }
  }
  for (const spec of schema.specs) {
    for (const row of [...transaction.rows(spec.name).values()]) {
      workOutRow(spec, row, transaction);
      await pause();
    }
  }
  return {records: transaction.result(), clock: state.clock};
}

/** @returns where a row departs from its kind's schema or belongs to a missing record, such as `.name is missing` */
export function problemOfRow(spec: AnySpec, row: Row, transaction: Transaction): string | undefined {
  return problemOfFields(spec, row) ?? problemOfParents(spec, row as unknown as Fields, transaction);
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
    if (id !== null && !transaction.rows(parent as string).has(id as number)) {
      return `.${field} is ${id}, and there is no such id in ${parent}`;
    }
  }
  return undefined;
}

/** Finds rows with the same value of unique fields. */
class UniqueFields {
  readonly #owners: ReadonlyArray<readonly [field: string, owners: Map<unknown, string>]>;

  constructor(fields: readonly string[]) {
    this.#owners = fields.map(field => [field, new Map()]);
  }

  /** @param place of the row, for the error about a later duplicate */
  problem(row: Fields, place: string): string | undefined {
    for (const [field, owners] of this.#owners) {
      const value = row[field];
      const owner = owners.get(value);
      if (owner !== undefined) {
        return `.${field} is ${JSON.stringify(value)}, which is that of ${owner} already`;
      }
      if (value !== null) {
        owners.set(value, place);
      }
    }
    return undefined;
  }
}

/** Recomputes a row's fields that depend on others, and fields of other records that depend on the row. */
export function workOutRow(spec: AnySpec, row: Row, transaction: Transaction): void {
  const derived = (spec as Partial<Kind>).derive?.(row) ?? row;
  const followed = spec.denormalized?.compute(derived, transaction) ?? derived;
  if (followed !== row && !isDeepStrictEqual(followed, row)) {
    transaction.put(spec, derived);
  }
}
