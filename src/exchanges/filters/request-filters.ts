/** Selects exchanges of a journal; an omitted filter matches everything. */
export interface RequestFilters {
  /** Exchanges with a greater number. */
  readonly since?: number;
  /** Maximum number of exchanges: the first after `since` if it is set, otherwise the latest. */
  readonly limit?: number;
  /** The id of the operation, or an unambiguous short form: `createGift`. */
  readonly operation?: string;
  readonly method?: string;
  /** `404`, or `4xx` for all statuses from 400 to 499. */
  readonly status?: string | number;
  /** `/api/v1/gifts/7`, a prefix with a trailing `*`, or the path of an operation, `/api/v1/gifts/{id}`. */
  readonly path?: string;
  /** `src/sync.ts:42`, or all of `src/sync.ts`. */
  readonly caller?: string;
  readonly changed?: boolean;
  /** Exchanges that created, changed or deleted this record: `gifts/895607`, its kind and its id. */
  readonly record?: string;
  /** Text in the URL, the body or the response, ignoring case. */
  readonly text?: string;
  /** The test's name for this part of its run. */
  readonly mark?: string;
  /** The id of the rule, or the kind of fault. */
  readonly fault?: string;
  /** True for requests that match no operation. */
  readonly unmatched?: boolean;
}

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

/** Filters as query parameters. */
export type FilterQuery = {readonly [name in keyof RequestFilters]?: string | undefined};
