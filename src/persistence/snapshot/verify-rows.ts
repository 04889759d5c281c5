import {isDeepStrictEqual} from 'node:util';
import type {AccountState} from '../../accounts/account-state.js';
import {timestamp} from '../../accounts/clock.js';
import type {Kind} from '../../operations/kinds/kind.js';
import {plain} from '../../operations/replies/shown.js';
import type {AnySpec} from '../../store/collection.js';
import type {Row} from '../../store/order.js';
import type {Schema} from '../../store/schema.js';
import {Transaction} from '../../store/transaction.js';
import {beginningAnewInSteps, letBeginAnew} from '../../workload/awaited.js';
import type {Steps} from '../../workload/steps.js';
import type {Fields} from './document-head.js';
import {InferredShape} from './infer-shape.js';
import {wrong} from './snapshot-error.js';

/** Rows that are looked at in a step. */
const stride = 64;

/** How rows of one kind are shown. */
export type Shown = Required<Pick<Kind, 'output' | 'present'>>;

/**
 * In steps, looks at every row of a document, and refuses the first that is wrong. A checksum that is right says that nothing was
 * damaged, and not who wrote it. Looked at:
 * - it has the fields that most rows of its collection have, and its values are of the kinds theirs are. A collection
 *   with one row has nothing to compare it with;
 * - the record it goes with is there;
 * - its reply can be made, and is what the contract says;
 * - what only one row may have, such as the external id of a gift, no other has.
 *
 * Not looked at: whether other ids that a row holds name anything (a reply shows nothing for those that don't), and
 * whether a name beside an id is the one that the id stands for.
 *
 * @param lists the rows as the document has them, by collection name: a path tells their place there
 * @returns the state, in which what follows from other fields and records is worked out anew: who corrects a name need
 *   not know what it is sorted by
 */
export function* verified(state: AccountState, lists: Fields, schema: Schema): Steps<AccountState> {
  const transaction = new Transaction(schema, state.records, () => timestamp(state.clock));
  for (const spec of schema.specs) {
    const rows = lists[spec.name] as readonly Row[];
    const shown = (spec as Partial<Kind>).output === undefined ? undefined : (spec as Kind as Shown);
    const form = yield* InferredShape.of(rows);
    const unique = new UniqueFields((spec as Partial<Kind>).unique ?? []);
    for (const [place, row] of rows.entries()) {
      const problem =
        form.problem(row) ??
        problemOfParents(spec, row as unknown as Fields, shown, transaction) ??
        (shown && (yield* beginningAnewInSteps(() => problemOfReply(shown, row, transaction)))) ??
        unique.problem(row as unknown as Fields, `records.${spec.name}[${place}]`);
      if (problem !== undefined) {
        throw wrong(`records.${spec.name}[${place}]${problem}`);
      }
      if (place % stride === 0) {
        yield;
      }
    }
  }
  for (const spec of schema.specs) {
    yield* workOutAnew(spec, transaction);
  }
  return {records: transaction.result(), clock: state.clock};
}

/** Whether a row may go with nothing is its schema's to say. */
export function problemOfParents({parents}: AnySpec, row: Fields, shown: Shown | undefined, transaction: Transaction) {
  for (const [field, parent] of Object.entries(parents ?? {})) {
    const id = row[field];
    const isNone = id === null && shown !== undefined;
    if (!isNone && !transaction.rows(parent as string).has(id as number)) {
      return `.${field} is ${id}, and there is no such id in ${parent}`;
    }
  }
  return undefined;
}

export function problemOfReply({output, present}: Shown, row: Row, transaction: Transaction): string | undefined {
  let reply: object;
  try {
    reply = plain(present(row, transaction));
  } catch (error) {
    letBeginAnew(error);
    return ` can't be answered: ${(error as Error).message}`;
  }
  const issue = output.safeParse(reply).error?.issues[0];
  if (issue === undefined) {
    return undefined;
  }
  const path = issue.path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return `${path} is wrong: ${issue.message}`;
}

/** Which row has which value of the fields that no two may share. */
class UniqueFields {
  readonly #owners: ReadonlyArray<readonly [field: string, owners: Map<unknown, string>]>;

  constructor(fields: readonly string[]) {
    this.#owners = fields.map(field => [field, new Map()]);
  }

  /** @param place of the row, which it is remembered by */
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

function* workOutAnew(spec: AnySpec, transaction: Transaction): Steps<void> {
  for (const [place, row] of ([...transaction.rows(spec).values()] as Row[]).entries()) {
    workOutRow(spec, row, transaction);
    if (place % stride === 0) {
      yield;
    }
  }
}

/** Works out what a row has from its own other fields and from other records, and what others have from it. */
export function workOutRow(spec: AnySpec, row: Row, transaction: Transaction): void {
  const derived = (spec as Partial<Kind>).derive?.(row) ?? row;
  const followed = spec.denormalized?.compute(derived, transaction) ?? derived;
  if (followed !== row && !isDeepStrictEqual(followed, row)) {
    transaction.put(spec, derived);
  }
}
