const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const minute = 60_000;
const day = 24 * 60 * minute;

interface Limit {
  readonly value: number;
  readonly unit: 'count' | 'bytes' | 'milliseconds';
  /** The first column of the table in docs/reference/limits.md. */
  readonly about: string;
}

/**
 * The limits that a user can reach. The table in docs/reference/limits.md is generated from this list: run `npm run
 * docs` after a change. A limit that depends on the heap, or that only protects the sandbox itself, is defined where it
 * is used.
 */
const table = {
  constituents: {value: 1_000_000, unit: 'count', about: 'generated constituents'},
  // A client that creates more accounts than this probably does so in a loop.
  accounts: {value: 100_000, unit: 'count', about: 'accounts'},
  accountLife: {value: 3650 * day, unit: 'milliseconds', about: 'time until an account expires'},
  body: {value: mebibyte, unit: 'bytes', about: 'body of a request'},
  // Each element is checked, looked up and stored, which takes a thousand times as long as sending it.
  bodyElements: {value: 2000, unit: 'count', about: 'elements in all arrays of one body'},
  textLength: {value: 65_536, unit: 'count', about: 'characters in a text of a body'},
  keptBody: {value: 64 * kibibyte, unit: 'bytes', about: 'beginning of a body or a response that the journal keeps'},
  adminBody: {value: 64 * kibibyte, unit: 'bytes', about: 'body of a request to `/_sandbox`, other than data'},
  bodiesAtOnce: {value: 64 * mebibyte, unit: 'bytes', about: 'bodies that are read at the same time; then 503'},
  queryParameters: {value: 1000, unit: 'count', about: 'query parameters'},
  searchTerms: {value: 100, unit: 'count', about: 'different terms of a search'},
  searchTermLength: {value: 16_000, unit: 'count', about: 'characters in a term of a search'},
  form: {value: 64 * kibibyte, unit: 'bytes', about: 'form that the listener takes'},
  formFields: {value: 200, unit: 'count', about: 'fields of a form that the listener takes'},
  submissions: {value: 100, unit: 'count', about: 'submitted forms that an account keeps, the latest'},
  namedRecords: {value: 250, unit: 'count', about: 'records whose names one `GET /_sandbox/names` returns'},
  snapshots: {value: 1000, unit: 'count', about: 'snapshots of an account'},
  // Two per account, so that each can save all its data and restore it.
  allSnapshots: {value: 200_000, unit: 'count', about: 'snapshots of all accounts together'},
  eventStreams: {value: 64, unit: 'count', about: 'event streams that are open at the same time'},
  markLength: {value: 500, unit: 'count', about: 'characters of a mark'},
  activeMarks: {value: 100, unit: 'count', about: 'marks of an account that are active at the same time'},
  textFilter: {value: 1000, unit: 'count', about: 'characters that `requests?text=` looks for'},
  traceFile: {value: 256 * mebibyte, unit: 'bytes', about: 'trace while it is written, compressed'},
  tracedBody: {value: 4 * mebibyte, unit: 'bytes', about: 'body of a request that a trace keeps'},
  tracedResponse: {value: 256 * kibibyte, unit: 'bytes', about: 'response that a trace keeps; then its SHA-256'},
  tracedChanges: {value: 100, unit: 'count', about: 'changed records that a trace lists for each request'},
  diffedBodies: {
    value: 64 * mebibyte,
    unit: 'bytes',
    about: 'bodies of all requests of a trace that `trace diff` reads',
  },
  recording: {value: 256 * mebibyte, unit: 'bytes', about: 'recording that `compare` or `learn` reads'},
  recordedExchanges: {value: 10_000, unit: 'count', about: 'requests of a recording that `compare` or `learn` reads'},
  comparison: {value: 10 * minute, unit: 'milliseconds', about: 'time that `compare` takes'},
  verifySteps: {value: 50, unit: 'count', about: 'requests that one `verify` expects'},
  verifyTimes: {value: 1000, unit: 'count', about: 'times that `verify` expects a request'},
  verifyWait: {value: 5 * minute, unit: 'milliseconds', about: 'time that `verify` waits'},
  waitingVerifies: {value: 1000, unit: 'count', about: 'verifications that wait at the same time; then 429'},
  expectedValues: {value: 100, unit: 'count', about: 'values that `verify` or a fault rule compares'},
  findings: {value: 500, unit: 'count', about: 'different findings of an account'},
  faultRules: {value: 64, unit: 'count', about: 'fault rules of an account; overrides of a sandbox'},
  override: {value: 16 * kibibyte, unit: 'bytes', about: 'patch or response of an override or a fault'},
  faultOccurrences: {value: 1_000_000, unit: 'count', about: 'requests that a fault rule counts'},
  faultLife: {value: 7 * day, unit: 'milliseconds', about: 'time until a fault rule expires'},
  dribbledChunks: {value: 10_000, unit: 'count', about: 'chunks of a dribbled response; the rest is sent at once'},
  faultDelay: {value: 5 * minute, unit: 'milliseconds', about: 'delay by a fault'},
  faultsAtOnce: {value: 1000, unit: 'count', about: 'responses that faults delay at the same time; then 503'},
  tunnels: {value: 512, unit: 'count', about: 'tunnels to other hosts that interception holds open'},
  interceptedConnections: {value: 2048, unit: 'count', about: 'connections to the intercepting proxy'},
} as const satisfies Readonly<Record<string, Limit>>;

type Limits = {readonly [name in keyof typeof table]: number};

/** The value of each limit: bytes, milliseconds or a count. */
export const limits = Object.fromEntries(Object.entries(table).map(([name, {value}]) => [name, value])) as Limits;

function shown({value, unit}: Limit): string {
  switch (unit) {
    case 'bytes':
      return value < mebibyte ? `${value / kibibyte} KiB` : `${value / mebibyte} MiB`;
    case 'milliseconds':
      return value < day ? `${value / minute} minutes` : `${(value / day).toLocaleString('en')} days`;
    case 'count':
      return value.toLocaleString('en');
  }
}

/** The rows of the table in docs/reference/limits.md. */
export const limitRows = (): ReadonlyArray<readonly [about: string, limit: string]> =>
  Object.values<Limit>(table).map(limit => [limit.about, shown(limit)]);
