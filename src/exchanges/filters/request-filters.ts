/** Which exchanges of a journal are meant; what is left out does not matter. */
export interface RequestFilters {
  /** Those with a greater number. */
  readonly since?: number;
  /** At most so many: of those behind `since` the first, otherwise the latest. */
  readonly limit?: number;
  /** The id of the operation, or a short form that fits one: `createGift`. */
  readonly operation?: string;
  readonly method?: string;
  /** `404`, or `4xx` for all that begin so. */
  readonly status?: string | number;
  /** `/api/v1/gifts/7`, all that begin so with a `*` at the end, or an operation's, `/api/v1/gifts/{id}`. */
  readonly path?: string;
  /** `src/sync.ts:42`, or all of `src/sync.ts`. */
  readonly caller?: string;
  /** Whether the request changed anything. */
  readonly changed?: boolean;
  /** Those that created, changed or deleted this record: `gifts/895607`, its kind and its id. */
  readonly record?: string;
  /** Stands in the URL, the body or the reply, in capitals or not. */
  readonly text?: string;
  /** What the test called the part of its run. */
  readonly mark?: string;
  /** What was injected: the id of the rule, or the kind of fault. */
  readonly fault?: string;
  /** Whether no operation fits the request. */
  readonly unmatched?: boolean;
}

/** Their names, as a query has them. */
export const filterNames = [
  'since',
  'limit',
  'operation',
  'method',
  'status',
  'path',
  'caller',
  'changed',
  'record',
  'text',
  'mark',
  'fault',
  'unmatched',
] as const satisfies ReadonlyArray<keyof RequestFilters>;

/** The same as a query has it. */
export type FilterQuery = {readonly [name in keyof RequestFilters]?: string | undefined};
