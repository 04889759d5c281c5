import fc from 'fast-check';
import type {KnownRecords} from './known-records.js';

/** A placeholder for an id, chosen when the request is sent, because the run may have created the record by then. */
export class IdPick {
  readonly kind: string;
  readonly number: number;
  readonly recent: boolean;

  /** @param recent whether a record that the same run created or used is preferred */
  constructor(kind: string, number: number, recent: boolean) {
    this.kind = kind;
    this.number = number;
    this.recent = recent;
  }
}

/** A valid id of no record. */
export class NoSuchId {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

/** Ids above all that a server assigns. */
export const noSuchIds: fc.Arbitrary<NoSuchId> = fc
  .integer({min: 800_000_000_000, max: 999_999_999_999})
  .map(id => new NoSuchId(id));

export const picks = (kind: string): fc.Arbitrary<IdPick> =>
  fc.tuple(fc.boolean(), fc.nat(40)).map(([recent, number]) => new IdPick(kind, number, recent));

const plural = (word: string) =>
  word.endsWith('y') ? `${word.slice(0, -1)}ies` : /s$/.test(word) ? `${word}es` : `${word}s`;

/**
 * Returns the kind of record that a body field refers to: funds for `fund_id`, gifts for `parent_gift_id`, keywords for
 * an `id` in `keywords`. Undefined if no list has such a kind.
 */
export function kindOfField(field: string, container: string, known: KnownRecords): string | undefined {
  if (field === 'id') {
    return known.ids(container).length > 0 ? container : undefined;
  }
  const words = field.replace(/_(id|name)$/, '').split('_');
  const names = words.map((_, index) => plural(words.slice(index).join('_')));
  return names.find(name => known.ids(name).length > 0);
}

/** Replaces picks with ids at any depth. */
export function settle(value: unknown, idOf: (pick: IdPick) => unknown): unknown {
  if (value instanceof IdPick) {
    return idOf(value);
  }
  if (value instanceof NoSuchId) {
    return value.id;
  }
  if (Array.isArray(value)) {
    return value.map(item => settle(item, idOf));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, settle(inner, idOf)]))
    : value;
}
