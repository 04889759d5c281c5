import fc from 'fast-check';
import type {KnownRecords} from './known-records.js';

/** An id of a record: which one is only known when the request is sent, as it may have been made by then. */
export class IdPick {
  readonly kind: string;
  readonly number: number;
  readonly recent: boolean;

  /** @param recent whether one that the same run has made or met is preferred */
  constructor(kind: string, number: number, recent: boolean) {
    this.kind = kind;
    this.number = number;
    this.recent = recent;
  }
}

/** An id that is right in form and names nothing. */
export class NoSuchId {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

/** Above all that a server hands out. */
export const noSuchIds: fc.Arbitrary<NoSuchId> = fc
  .integer({min: 800_000_000_000, max: 999_999_999_999})
  .map(id => new NoSuchId(id));

export const picks = (kind: string): fc.Arbitrary<IdPick> =>
  fc.tuple(fc.boolean(), fc.nat(40)).map(([recent, number]) => new IdPick(kind, number, recent));

const plural = (word: string) =>
  word.endsWith('y') ? `${word.slice(0, -1)}ies` : /s$/.test(word) ? `${word}es` : `${word}s`;

/**
 * The kind of record that a field of a body means: `fund_id` one of the funds, `parent_gift_id` a gift, and the `id`
 * of what stands in `keywords` a keyword. None where no list has such a kind.
 */
export function kindMeant(field: string, container: string, known: KnownRecords): string | undefined {
  if (field === 'id') {
    return known.ids(container).length > 0 ? container : undefined;
  }
  const words = field.replace(/_(id|name)$/, '').split('_');
  const names = words.map((_, index) => plural(words.slice(index).join('_')));
  return names.find(name => known.ids(name).length > 0);
}

/** Puts ids in place of picks, at any depth. */
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
