import type {Resource} from '../../operations/kinds/kind.js';
import {insertRow, refuseNulls, removeAll, resolve} from '../../operations/kinds/write-rows.js';
import {words} from '../../operations/names.js';
import {type Fields, idIn, quote} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import {groupMemberships} from '../memberships/group-memberships.js';
import {classAffiliations} from '../relationships/class-affiliations.js';
import {addReciprocal, relationships} from '../relationships/relationships.js';
import type {ConstituentBody} from './schema.js';

/** The rows of one kind in a body: new ones, and changes of the constituent's existing rows. */
export interface OwnRows {
  readonly kind: OwnKind;
  readonly elements: ReadonlyArray<{
    /** The unmodified element. */
    readonly sent: Fields;
    readonly resolved: Fields;
    /** The row to change; undefined for a new row. */
    readonly row: Row | undefined;
    readonly issues: Issues;
  }>;
  /** True if existing rows that the body does not list are removed first. */
  readonly replace: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the kinds have row types of their own, and one code writes them
type OwnKind = Resource<any>;

/** Kinds for which an element with an `id` changes that row, by the name of their array. */
const ownKinds = {
  groups: groupMemberships,
  class_affiliations: classAffiliations,
  relationships,
} as const satisfies Readonly<Record<string, OwnKind>>;

type ArrayName = keyof typeof ownKinds;

/** @param id of the constituent; undefined if it is new, so that no element can refer to an existing row */
export function interpretOwnRows(
  body: ConstituentBody,
  id: number | undefined,
  transaction: Transaction,
  issues: Issues,
): OwnRows[] {
  return (Object.keys(ownKinds) as ArrayName[]).map(array => {
    const kind: OwnKind = ownKinds[array];
    const held: readonly Row[] = id === undefined ? [] : transaction.rows(kind).where('constituent_id', id).toArray();
    const heldById = new Map(held.map(row => [row.id, row]));
    const sent: readonly Fields[] = body[array] ?? [];
    return {
      kind,
      replace: body[`remove_previous_${array}`] === true,
      elements: sent.map((element, index) => {
        const at = issues.at(array).at(index);
        const row = id === undefined ? undefined : rowToChange(kind, element, heldById, at);
        const {id: _, ...fields} = element;
        const resolved = resolve(kind, fields, row, transaction, at);
        if (row !== undefined) {
          refuseNulls(kind, fields, resolved, at);
        }
        return {sent: fields, resolved, row, issues: at};
      }),
    };
  });
}

function rowToChange(
  {itemType}: OwnKind,
  fields: Fields,
  held: ReadonlyMap<number, Row>,
  issues: Issues,
): Row | undefined {
  const id = idIn(fields['id']) ?? fields['id'] ?? undefined;
  const row = typeof id === 'number' ? held.get(id) : undefined;
  if (id !== undefined && row === undefined) {
    issues.refuse('id', `the constituent has no ${words(itemType)} with id ${quote(id)}`, 'unknown-id');
  }
  return row;
}

export function storeOwnRows(
  constituent_id: number,
  {kind, elements, replace}: OwnRows,
  transaction: Transaction,
): void {
  if (replace) {
    const kept = elements.flatMap(({row}) => row?.id ?? []);
    removeAll(kind, 'constituent_id', constituent_id, kept, transaction);
  }
  for (const {sent, resolved, row, issues} of elements) {
    if (row !== undefined) {
      const moved = 'updated_at' in row ? {updated_at: transaction.now} : {};
      transaction.put(kind, {...row, ...resolved, ...moved});
      continue;
    }
    const made = insertRow(kind, resolved, {constituent_id}, transaction);
    if (kind.name === relationships.name) {
      addReciprocal(made, sent, transaction, issues);
    }
  }
}
