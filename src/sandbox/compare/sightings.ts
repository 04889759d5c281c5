import {knownFieldsOf} from '../../import/known-fields.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import {type Fields, idIn} from '../../schema/fields.js';
import {isMissing, isObject} from '../../schema/items.js';
import {type Call, kindOfCall} from './call.js';

/** A record in a response, or a part of one. */
export interface Sighting {
  readonly kind: Kind;
  readonly id: number;
  /** The fields that an import accepts; nested records are separate sightings. */
  readonly fields: Fields;
  /** The names of all fields of the response. */
  readonly shown: readonly string[];
}

/** Two fields have different names in the list of a constituent's gifts. */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listGiftsOfConstituent: {amount: 'received_amount', date: 'received_date'},
};

/** The records in a response: the record itself or the items, and those in their arrays. */
export function sightingsIn(call: Call, reply: Fields, catalog: Catalog): Sighting[] {
  const {operation, params} = call;
  const items = (operation.reply.kind === 'page' ? itemsOf(reply.items) : [reply]) as Fields[];
  const names = otherNames[operation.id] ?? {};
  const rename = (item: Fields): Fields =>
    Object.fromEntries(Object.entries(item).map(([name, value]) => [names[name] ?? name, value]));
  switch (operation.id) {
    case 'listTypes':
      return items.flatMap(({key, values}) => all(catalog.byName.get(`${key}`), itemsOf(values), catalog));
    case 'listCategoriesOfConstituent':
      return all(catalog.byName.get('constituents'), [{id: params['constituent_id'], categories: items}], catalog);
    default:
      return all(kindOfCall(call, catalog), items.map(rename), catalog);
  }
}

const all = (kind: Kind | undefined, items: readonly Fields[], catalog: Catalog): Sighting[] =>
  kind?.output === undefined ? [] : items.flatMap(item => Array.from(withNested(kind, item, catalog)));

export const itemsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** @param isPart true if the item contains only some of the record's fields, and only some records of its arrays */
function* withNested(kind: Kind, item: Fields, catalog: Catalog, isPart = false): Generator<Sighting, void> {
  const id = idIn(item.id);
  if (id === undefined) {
    return;
  }
  const arrays = new Set<string>();
  for (const {array, to, field} of kind.importer?.nested ?? []) {
    arrays.add(array);
    for (const inner of itemsOf(item[array])) {
      yield* withNested(catalog.byName.get(to)!, {[field]: id, ...inner}, catalog, isPart);
    }
  }
  const categories = catalog.byName.get('categories')!;
  for (const inner of [...itemsOf(item['categories']), ...itemsOf(item['custom_fields'])]) {
    yield* withNested(categories, {...inner, keywords: inner.keywords ?? inner.values}, catalog, true);
  }
  const known = knownFieldsOf(kind);
  const isImported = ([name, value]: [string, unknown]) => known.has(name) && !arrays.has(name) && value !== undefined;
  const {id: _, api_version: __, ...fields} = Object.fromEntries(Object.entries(item).filter(isImported));
  for (const {id: reference, name, unset = null, unknownId} of kind.references ?? []) {
    const isSet = !isMissing(fields[reference]) && fields[reference] !== unset;
    if (name !== undefined && fields[name] === null && isSet && unknownId !== 'keep') {
      delete fields[name]; // another response may contain the name
    }
  }
  yield {kind, id, fields, shown: isPart ? [] : Object.keys(item)};
}
