import {neutralName} from '../../import/account-lists.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import {singular, words} from '../../operations/names.js';
import type {Fields} from '../../schema/fields.js';
import type {Records} from '../../store/records.js';

export type Lists = Readonly<Record<string, readonly Fields[]>>;

/** A text field of an entry. */
export interface TextLocation {
  /** The name of the list. Keywords are nested in the list of categories. */
  readonly list: string;
  readonly kind: Kind;
  readonly field: string;
  readonly entry: Fields;
  /** The position among its siblings, as `03` of 12. */
  readonly place: string;
  readonly owner?: {readonly kind: Kind; readonly entry: Fields};
}

export type IsText = (text: string, location: TextLocation) => boolean;

type ChangeText = (text: string, location: TextLocation) => string;

/** Copies lists with each text changed; facts are kept. */
export const mapTexts = (lists: Lists, catalog: Catalog, change: ChangeText): Lists =>
  Object.fromEntries(
    Object.entries(lists).map(([list, entries]) => {
      const kind = catalog.byName.get(list)!;
      return [list, mapEntries(kind, entries, catalog, change, {list})];
    }),
  );

function mapEntries(
  kind: Kind,
  entries: readonly Fields[],
  catalog: Catalog,
  change: ChangeText,
  inside: Pick<TextLocation, 'list' | 'owner'>,
): Fields[] {
  const {texts = [], words = []} = kind.learned!;
  return entries.map((entry, index) => {
    const changed = {...entry};
    const place = String(index + 1).padStart(String(entries.length).length, '0');
    for (const field of [...texts, ...words].filter(field => entry[field])) {
      changed[field] = change(String(entry[field]), {...inside, kind, field, entry, place});
    }
    for (const {array, to} of kind.importer?.nested ?? []) {
      const own = {...inside, owner: {kind, entry}};
      changed[array] = mapEntries(catalog.byName.get(to)!, entry[array] as Fields[], catalog, change, own);
    }
    return changed;
  });
}

/**
 * A replacement text that reveals only kind and id: `Fund 3105`, `fund_3105`. If all names of a list sorted by name are
 * replaced, it keeps its order: `Keyword 03 of category 1039`.
 */
export function neutralText({kind, field, entry, place, owner}: TextLocation): string {
  const reference = kind.references?.find(({name}) => name === field);
  if (reference !== undefined) {
    return neutralName({name: reference.to}, entry[reference.id]);
  }
  if (!/name$/.test(field)) {
    const id = `${singular(kind.name)}_${entry.id}`;
    return field === 'description' ? `Description of ${words(id)}` : id;
  }
  const own = neutralName(kind, kind.order?.some(key => key === 'name') ? place : entry.id);
  return owner === undefined ? own : `${own} of ${words(singular(owner.kind.name))} ${owner.entry.id}`;
}

/** @returns true for a word in the sandbox's own list, which the service defines, so it needs no review */
export function ownWords({byName}: Catalog, {collections}: Records): IsText {
  const known = new Set<string>();
  for (const [name, rows] of collections) {
    for (const field of byName.get(name)?.learned?.words ?? []) {
      for (const row of rows.values()) {
        known.add(JSON.stringify([name, field, (row as unknown as Fields)[field]]));
      }
    }
  }
  return (text, {kind, field}) => known.has(JSON.stringify([kind.name, field, text]));
}

const suspiciousParts =
  'memor honor honour famil tribut legac estate bequest endow scholar birthday wedding funeral home house mrs. dr. @';

/** True for a text that probably contains a person's name or an address. */
const isSuspicious = (text: string): boolean =>
  suspiciousParts.split(' ').some(part => text.toLowerCase().includes(part)) || /\d{3}/.test(text);

export function listedTexts(lists: Lists, catalog: Catalog, isOwn: IsText) {
  const [review, own] = [new Set<string>(), new Set<string>()];
  mapTexts(lists, catalog, (text, location) => {
    (isOwn(text, location) ? own : review).add(text);
    return text;
  });
  return {
    suspicious: [...review].filter(isSuspicious),
    others: [...review].filter(text => !isSuspicious(text)),
    own: [...own].filter(text => !review.has(text)),
  };
}
