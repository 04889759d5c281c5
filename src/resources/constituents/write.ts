import {lookupIn} from '../../operations/kinds/context.js';
import type {Resource} from '../../operations/kinds/kind.js';
import {createRow, insertRow, removeAll, resolve, updateRow} from '../../operations/kinds/write-rows.js';
import type {Fields} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {Transaction} from '../../store/transaction.js';
import {isFirst} from '../addresses/address.js';
import {emailAddresses} from '../addresses/email-addresses.js';
import {phoneNumbers} from '../addresses/phone-numbers.js';
import {streetAddresses} from '../addresses/street-addresses.js';
import {webAddresses} from '../addresses/web-addresses.js';
import {type CategoryRow, categories} from '../categories/categories.js';
import {type CategoryValues, resolveCategoryValues} from '../categories/category-values.js';
import {assignCategory} from '../categories/constituent-keywords.js';
import {keywords} from '../categories/keywords.js';
import {constituents} from './constituents.js';
import {heldCategories} from './importer.js';
import {interpretOwnRows, type OwnRows, storeOwnRows} from './own-rows.js';
import {type ConstituentBody, type ConstituentRow, constituentSummary} from './schema.js';

/**
 * Creates many records from one body. All references are looked up before anything is stored, so that one error names
 * every issue; the transaction discards stored records if a later step fails.
 */
export function createConstituent(body: ConstituentBody, transaction: Transaction, issues: Issues): ConstituentRow {
  const parts = interpret(body, undefined, transaction, issues);
  const row = createRow(constituents, parts.scalars, {}, transaction, issues);
  const categories = [...usualKeyword(parts.categories, transaction), ...parts.categories];
  store(row, {...parts, categories}, transaction);
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

/**
 * The keyword that some accounts assign to each new constituent, if assumed: Non Donor, of the category
 * `giving_status`. None if the account lacks the keyword or the body has that category.
 * @param sent the categories of the body
 */
function usualKeyword(sent: readonly CategoryValues[], transaction: Transaction): CategoryValues[] {
  if (transaction.assume.new_constituent_keyword === 'none') {
    return [];
  }
  const ofConstituents: readonly CategoryRow[] = transaction
    .rows(categories)
    .where('item_type', 'Constituent')
    .toArray();
  const category = ofConstituents.find(({key}) => key === 'giving_status');
  if (category === undefined || sent.some(values => values.category.id === category.id)) {
    return [];
  }
  const offered = transaction.rows(keywords).where('category_id', category.id).toArray();
  const keyword = offered.find(({name, archived}) => name === 'Non Donor' && !archived);
  return keyword === undefined ? [] : [{category, keywords: [keyword], replace: false, isSingle: false}];
}

interface Arrivals<T> {
  readonly bodies: readonly T[];
  /** True if existing records are removed first. */
  readonly replace: boolean;
}

interface Parts {
  readonly scalars: Fields;
  readonly addresses: ReadonlyMap<AddressKind, Arrivals<Fields>>;
  readonly ownRows: readonly OwnRows[];
  readonly categories: readonly CategoryValues[];
}

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
    ownRows: interpretOwnRows(body, row?.id, transaction, issues),
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
  const isNewSet = row === undefined || replace || isFirst(kind.name, row.id, transaction);
  // Observed: no web address is preferred by default.
  const prefersFirst = isNewSet && kind.name !== webAddresses.name;
  if (prefersFirst && bodies[0] !== undefined && !bodies.some(body => body.is_preferred)) {
    bodies[0] = {...bodies[0], is_preferred: true};
  }
  return {bodies: withOnePreferred(bodies), replace};
}

/** Keeps only the last preferred address: each would otherwise clear the previous one, which scans all of them. */
function withOnePreferred(bodies: readonly Fields[]): readonly Fields[] {
  const last = bodies.findLastIndex(({is_preferred}) => is_preferred === true);
  return bodies.map((body, index) =>
    index < last && body.is_preferred === true ? {...body, is_preferred: false} : body,
  );
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
  for (const rows of parts.ownRows) {
    storeOwnRows(row.id, rows, transaction);
  }
  for (const values of parts.categories) {
    assignCategory(row.id, values, transaction);
  }
}
