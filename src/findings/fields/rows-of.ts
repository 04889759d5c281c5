import type {FullExchange} from '../../exchanges/exchange.js';

export type AnyRow = Readonly<Record<string, unknown>> & {readonly id: number};

/** Maximum number of rows to scan: lookup lists are short. */
const most = 2000;

/** The listed records of a kind, in list order; empty if the name is part of a path and not a kind. */
export function rowsOf(state: FullExchange['before'], kind: string): readonly AnyRow[] {
  const collections = state?.records.collections;
  return collections?.has(kind) === true
    ? (collections.get(kind).listed().slice(0, most) as readonly unknown[] as AnyRow[])
    : [];
}
