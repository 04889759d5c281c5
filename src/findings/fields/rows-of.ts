import type {FullExchange} from '../../exchanges/exchange.js';

/** A row of which nothing is known but its id. */
export type AnyRow = Readonly<Record<string, unknown>> & {readonly id: number};

/** More are looked at by nobody: lookup lists are short. */
const most = 2000;

/** The listed records of a kind, in the order of lists; none where the name is that of a path, and not of a kind. */
export function rowsOf(state: FullExchange['before'], kind: string): readonly AnyRow[] {
  const collections = state?.records.collections;
  return collections?.has(kind) === true
    ? (collections.get(kind).listed().slice(0, most) as readonly unknown[] as AnyRow[])
    : [];
}
