import {type HeavyRequest, readStreams, send} from './client.js';

/** A heavy operation; its preparation is not measured. */
export interface HeavyOperation {
  readonly name: string;
  /** True if it is measured in one round. */
  readonly isOnce?: boolean;
  prepare?(url: string): Promise<unknown>;
  run(url: string, signal?: AbortSignal): Promise<unknown>;
}

const seedPath = '/_sandbox/seed';
const resetPath = '/_sandbox/reset';

/** Records for a body of about 10 MiB. */
const manyRecords = {
  constituents: Array.from({length: 20_000}, (_, index) => ({
    first_name: `Name ${index}`,
    last_name: `Family ${index % 997}`,
    email_addresses: [{address: `person-${index}@example.org`}],
    phone_numbers: [{number: `555-01${index}`}],
  })),
};

const category = {id: 70_001, item_type: 'Constituent', name: 'Many'};
const keywords = Array.from({length: 10_000}, (_, index) => ({name: `Keyword ${index}`}));
const manyKeywords = {categories: [{...category, keywords}]};

/** `read` builds its indexes each time, because it reads a copy of the account. */
const indexed = encodeURIComponent('/constituents/search?q[]=name=smith&sort=date_updated');
const arrays = [
  ...['class_affiliations', 'relationships', 'street_addresses', 'phone_numbers', 'email_addresses'],
  ...['web_addresses', 'categories', 'groups', 'memberships', 'custom_attrs'],
];

const one = (name: string, request: HeavyRequest, ...preparation: readonly HeavyRequest[]): HeavyOperation => ({
  name,
  run: (url, signal) => send(url, request, signal),
  ...(preparation.length > 0 && {
    async prepare(url) {
      for (const each of preparation) {
        await send(url, each);
      }
    },
  }),
});

const post = (path: string, account: string, body: object = {}): HeavyRequest => ({
  method: 'POST',
  path,
  account,
  body,
});

const emptied = (account: string) => post(resetPath, account, {to: 'empty'});
const snapshot = (account: string): HeavyRequest => ({method: 'PUT', path: '/_sandbox/snapshots/whole', account});
const diff = (account: string) => one('diff', {path: '/_sandbox/diff', account}, emptied(account));
const exported = (account: string) => one('export', {path: '/_sandbox/snapshots/whole', account}, snapshot(account));
const search = (account: string) =>
  one('search that builds its indexes', {path: `/_sandbox/read?path=${indexed}`, account});
const generated = (account: string) => one('seed', post(seedPath, account, {seed: 7, constituents: 100_000}));
const loaded = (account: string) => one('seed of records', post(seedPath, account, {records: manyRecords}));

const streams = Array.from({length: 8}, () => '/_sandbox/events?since=0');

/** For a sandbox with 100,000 constituents. */
export const atOneAccount: readonly HeavyOperation[] = [
  {...one('first /openapi.json', {path: '/openapi.json'}), isOnce: true},
  diff('a'),
  exported('b'),
  search('c'),
  generated('d'),
  loaded('e'),
  one(
    'restore',
    {method: 'POST', path: '/_sandbox/snapshots/whole/restore', account: 'f'},
    snapshot('f'),
    emptied('f'),
  ),
  one('page of 500 with every expand', {
    path: `/api/v1/constituents/search?limit=500&expand=${arrays.join()}`,
    account: 'g',
  }),
  one('page of 100,000', {path: '/api/v1/constituents?limit=100000', account: 'h'}),
  one(
    'deletion of a category with 10,000 keywords',
    {method: 'DELETE', path: `/api/v1/categories/${category.id}`, account: 'i'},
    post(seedPath, 'i', {records: manyKeywords}),
  ),
  {name: '8 streams with since=0', run: url => readStreams(url, streams)},
];

/** For a sandbox with 100,000 constituents in a file. */
export const inFile: readonly HeavyOperation[] = [
  one('reset with --data', post(resetPath, 'a'), post(seedPath, 'a', {records: manyRecords})),
  one('large reset with --data', post(resetPath, 'b'), emptied('b')),
];

/** For a sandbox with 100,000 accounts. */
export const atManyAccounts: readonly HeavyOperation[] = [
  one('snapshot of 100,000 accounts', {method: 'PUT', path: '/_sandbox/snapshots/each?all=true'}),
  one('clock of 100,000 accounts', {method: 'PUT', path: '/_sandbox/clock?all=true', body: {advance: 'P1D'}}),
  one('reset of 100,000 accounts', {method: 'POST', path: `${resetPath}?all=true`}),
];

const times = (count: number, make: (account: string) => HeavyOperation): readonly HeavyOperation[] =>
  Array.from({length: count}, (_, index) => make(`${make.name}-${index}`));

const together = (name: string, operations: readonly HeavyOperation[]): HeavyOperation => ({
  name,
  isOnce: true,
  async prepare(url) {
    for (const {prepare} of operations) {
      await prepare?.(url);
    }
  },
  run: (url, signal) => Promise.all(operations.map(({run}) => run(url, signal))),
});

export const manyAtOnce: readonly HeavyOperation[] = [
  together('16 diffs at once', times(16, diff)),
  together('16 operations at once', [
    ...times(4, diff),
    ...times(2, exported),
    ...times(6, search),
    ...times(2, generated),
    ...times(2, loaded),
  ]),
];
