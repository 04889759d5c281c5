import type {CollectionSpec} from '../../store/collection.js';
import type {Row} from '../../store/order.js';
import type {BuildContext} from './context.js';

/** Chance that comes out the same for the same seed. */
export interface RandomStream {
  /** From `least` to `most`, both included. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
}

interface Buildable<R extends Row> extends CollectionSpec<R> {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a body of its own
  build(body: any, making: BuildContext): R;
  derive?(row: R): R;
}

export interface DataBuilder {
  readonly calendar: {
    /** What a day of the data that end on 2026-01-01 is here. */
    moved(date: string): string;
  };
  /** A stream of the kind's own: what another kind draws never shifts it. */
  randomOf(kind: string): RandomStream;
  rows<R extends Row>(kind: Pick<CollectionSpec<R>, 'name' | 'firstId'>): readonly R[];
  /**
   * A new row with the defaults that a create gives it; `then` sets what a client can't.
   * @param createdAt `<YYYY-MM-DDTHH:MM:SSZ>`
   */
  build<R extends Row>(
    kind: Buildable<R>,
    body: object,
    parents: Readonly<Record<string, number>>,
    createdAt: string,
    then?: Partial<R>,
  ): R;
}

export interface Generator {
  /** Once, before there is a constituent: the entries of a lookup list. */
  account?(builder: DataBuilder): void;
  constituent?(builder: DataBuilder, constituent: Row & {readonly created_at: string}): void;
}
