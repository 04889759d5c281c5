const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

interface Limit {
  readonly value: number;
  readonly unit: 'count' | 'bytes' | 'milliseconds';
  /** The first column of the table in docs/limits.md. */
  readonly about: string;
}

/**
 * The limits that a user can reach. The table in docs/limits.md is generated from this list: run `npm run docs` after a
 * change. A limit that depends on the heap, or that only protects the sandbox itself, stays where it is used.
 */
const table = {
  constituents: {value: 1_000_000, unit: 'count', about: 'generated constituents'},
  body: {value: mebibyte, unit: 'bytes', about: 'body of a request'},
  // Each element is checked, looked up and stored, which takes a thousand times as long as to send it.
  bodyElements: {value: 2000, unit: 'count', about: 'elements in all arrays of one body'},
  textLength: {value: 65_536, unit: 'count', about: 'characters in a text of a body'},
  adminBody: {value: 64 * kibibyte, unit: 'bytes', about: 'body of a request to `/_sandbox`, other than data'},
  bodiesAtOnce: {value: 64 * mebibyte, unit: 'bytes', about: 'bodies that are read at the same time; then 503'},
  queryParameters: {value: 1000, unit: 'count', about: 'query parameters'},
  searchTerms: {value: 100, unit: 'count', about: 'different terms of a search'},
  searchTermLength: {value: 16_000, unit: 'count', about: 'characters in a term of a search'},
  formFields: {value: 200, unit: 'count', about: 'fields of a form that the listener takes'},
  submissions: {value: 100, unit: 'count', about: 'submitted forms that an account keeps, the latest'},
  snapshots: {value: 1000, unit: 'count', about: 'snapshots of an account'},
  // Two for each account, so that each can save all its data and go back.
  allSnapshots: {value: 200_000, unit: 'count', about: 'snapshots of all accounts together'},
  eventStreams: {value: 64, unit: 'count', about: 'event streams that are open at the same time'},
  verifySteps: {value: 50, unit: 'count', about: 'requests that one `verify` expects'},
  faultRules: {value: 64, unit: 'count', about: 'fault rules of an account'},
  faultDelay: {value: 5 * 60_000, unit: 'milliseconds', about: 'delay by a fault'},
  faultsAtOnce: {value: 1000, unit: 'count', about: 'responses that faults delay at the same time; then 503'},
} as const satisfies Readonly<Record<string, Limit>>;

type Limits = {readonly [name in keyof typeof table]: number};

/** The value of each limit; bytes and milliseconds where it is no count. */
export const limits = Object.fromEntries(Object.entries(table).map(([name, {value}]) => [name, value])) as Limits;

function shown({value, unit}: Limit): string {
  switch (unit) {
    case 'bytes':
      return value < mebibyte ? `${value / kibibyte} KiB` : `${value / mebibyte} MiB`;
    case 'milliseconds':
      return `${value / 60_000} minutes`;
    case 'count':
      return value.toLocaleString('en');
  }
}

/** The rows of the table in docs/limits.md. */
export const limitRows = (): ReadonlyArray<readonly [about: string, limit: string]> =>
  Object.values<Limit>(table).map(limit => [limit.about, shown(limit)]);
