import type {Resource} from '../../operations/kinds/kind.js';
import {lookupIn} from '../../operations/kinds/lookup.js';
import {createRow, insertRow, refuseNulls, removeAll, resolve, updateRow} from '../../operations/kinds/write-rows.js';
import type {Fields} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {Transaction} from '../../store/transaction.js';
import {emailAddresses} from '../addresses/email-addresses.js';
import {phoneNumbers} from '../addresses/phone-numbers.js';
import {streetAddresses} from '../addresses/street-addresses.js';
import {webAddresses} from '../addresses/web-addresses.js';
import {type CategoryValues, resolveCategoryValues} from '../categories/category-values.js';
import {assignCategory} from '../categories/constituent-keywords.js';
import {type GroupMembershipRow, groupMemberships} from '../memberships/group-memberships.js';
import {constituents} from './constituents.js';
import {heldCategories} from './importer.js';
import {type ConstituentBody, type ConstituentRow, constituentSummary} from './schema.js';

/**
 * One body, many records. Every reference in it is looked up before anything is stored, so that one refusal names all
 * that is wrong; what is stored goes with the transaction if anything fails after all.
 */

export function createConstituent(body: ConstituentBody, transaction: Transaction, issues: Issues): ConstituentRow {
  const parts = interpret(body, undefined, transaction, issues);
  const row = createRow(constituents, parts.scalars, {}, transaction, issues);
  store(row, parts, transaction);
  return row;
}

/** Arrays append; `remove_previous_...` replaces. */
export function updateConstituent(
  before: ConstituentRow,
  body: ConstituentBody,
  transaction: Transaction,
  issues: Issues,
): ConstituentRow {
  const parts = interpret(body, before, transaction, issues);
  const row = updateRow(constituents, before, parts.scalars, transaction, issues);
  store(row, parts, transaction);
  return row;
}

/** The records that a body brings for one kind below the constituent. */
interface Arrivals<T> {
  readonly bodies: readonly T[];
  /** Whether those that are there go first. */
  readonly replace: boolean;
}

interface Parts {
  readonly scalars: Fields;
  readonly addresses: ReadonlyMap<AddressKind, Arrivals<Fields>>;
  readonly groups: Arrivals<{readonly row: GroupMembershipRow | undefined; readonly fields: Fields}>;
  readonly categories: readonly CategoryValues[];
}

/** What goes into the row itself. */
const scalars = {...constituentSummary.shape, custom_attrs: true};

// biome-ignore lint/suspicious/noExplicitAny: the four kinds have four row types, and one code writes them
type AddressKind = Resource<any>;

const addressKinds: readonly AddressKind[] = [emailAddresses, phoneNumbers, streetAddresses, webAddresses];

function interpret(
  body: ConstituentBody,
  row: ConstituentRow | undefined,
  transaction: Transaction,
  issues: Issues,
): Parts {
  const addresses = new Map<AddressKind, Arrivals<Fields>>();
  for (const kind of addressKinds) {
    addresses.set(kind, interpretAddresses(kind, body, row, transaction, issues));
  }
  return {
    scalars: Object.fromEntries(Object.entries(body).filter(([field]) => field in scalars)),
    addresses,
    groups: interpretGroups(body, row, transaction, issues),
    categories: resolveCategoryValues(
      (body.categories ?? []).map(({keywords, remove_previous_keywords, ...named}) => ({
        ...named,
        values: keywords,
        replace: remove_previous_keywords,
      })),
      heldCategories,
      {lookup: lookupIn(transaction)},
      issues.at('categories'),
    ),
  };
}

function interpretAddresses(
  kind: AddressKind,
  body: ConstituentBody,
  row: ConstituentRow | undefined,
  transaction: Transaction,
  issues: Issues,
): Arrivals<Fields> {
  const at = issues.at(kind.name);
  const sent = (body[kind.name as keyof ConstituentBody] ?? []) as Fields[];
  const bodies = sent.map((body, index) => resolve(kind, body, undefined, transaction, at.at(index)));
  const replace = body[`remove_previous_${kind.name}` as keyof ConstituentBody] === true;
  const isNewSet = row === undefined || replace;
  if (isNewSet && bodies[0] !== undefined && !bodies.some(body => body.is_preferred)) {
    bodies[0] = {...bodies[0], is_preferred: true};
  }
  return {bodies, replace};
}

function interpretGroups(
  body: ConstituentBody,
  row: ConstituentRow | undefined,
  transaction: Transaction,
  issues: Issues,
): Parts['groups'] {
  const held = row === undefined ? [] : transaction.rows(groupMemberships).where('constituent_id', row.id).toArray();
  const bodies = (body.groups ?? []).map(({id, ...fields}, index) => {
    const at = issues.at('groups').at(index);
    const membership = typeof id === 'number' ? held.find(row => row.id === id) : undefined;
    if (typeof id === 'number' && row !== undefined && membership === undefined) {
      at.refuse('id', `the constituent has no group membership with id ${id}`, 'unknown-id');
    }
    const resolved = resolve(groupMemberships, fields, membership, transaction, at);
    if (membership !== undefined) {
      refuseNulls(groupMemberships, fields, resolved, at);
    }
    return {row: membership, fields: resolved};
  });
  return {bodies, replace: body.remove_previous_groups === true};
}

function store(row: ConstituentRow, parts: Parts, transaction: Transaction): void {
  for (const [kind, {bodies, replace}] of parts.addresses) {
    if (replace) {
      removeAll(kind, 'item_id', row.id, [], transaction);
    }
    for (const body of bodies) {
      insertRow(kind, body, {item_id: row.id}, transaction);
    }
  }
  storeGroups(row, parts.groups, transaction);
  for (const values of parts.categories) {
    assignCategory(row.id, values, transaction);
  }
}

function storeGroups({id}: ConstituentRow, {bodies, replace}: Parts['groups'], transaction: Transaction): void {
  if (replace) {
    const kept = bodies.flatMap(({row}) => row?.id ?? []);
    removeAll(groupMemberships, 'constituent_id', id, kept, transaction);
  }
  for (const {row, fields} of bodies) {
    if (row === undefined) {
      insertRow(groupMemberships, fields, {constituent_id: id}, transaction);
    } else {
      transaction.put(groupMemberships, {...row, ...fields, updated_at: transaction.now});
    }
  }
}
