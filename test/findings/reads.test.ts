import test, {type ExecutionContext} from 'ava';
import type {Finding} from '../../src/findings/finding.js';
import type {ExampleRequest} from '../../src/findings/rule.js';
import {findingsOf, sendExample, startWatched} from '../support/findings.js';

/** Mistakes in reads, with the rules, messages and proposed requests expected for them. */

const get = (path: string): ExampleRequest => ({path: `/api/v1${path}`});
const levels = (findings: readonly Finding[]) => findings.map(({level, rule}) => `${level} ${rule}`);

async function read(t: ExecutionContext, paths: readonly string[], options: object = {}) {
  const sandbox = await startWatched(t, options);
  return findingsOf(sandbox, 'reads', {requests: paths.map(get)});
}

/** Lists of paths, each with the levels and rules of its findings. */
const sequences: ReadonlyArray<readonly [title: string, paths: readonly string[], found: readonly string[], object?]> =
  [
    ['an ignored filter is one finding', ['/constituents?email=a@example.org'], ['error search-on-list-path']],
    [
      'an ignored filter is one finding, however often the list is read',
      ['/constituents?email=a@example.org&limit=500', '/constituents?email=b@example.org&limit=500'],
      ['error search-on-list-path'],
    ],
    ['an ignored page number is one finding', ['/funds?page=2'], ['error query-parameter-ignored']],
    ['an explicit offset of 0 is an info', ['/funds?limit=20&offset=0'], ['info first-page-only']],
    ['a first page without offset is a warning', ['/funds?limit=20'], ['warn first-page-only']],
    [
      'a client that advances by the number of items received makes no finding',
      ['/funds?limit=1000', '/funds?limit=1000&offset=20'],
      [],
      {maxLimit: 20},
    ],
    ['a limit above the maximum is one finding', ['/funds?limit=1000'], ['warn limit-not-honoured'], {maxLimit: 20}],
    [
      'an offset computed from a limit above the maximum is one finding',
      ['/funds?limit=30', '/funds?limit=30&offset=30'],
      ['error limit-not-honoured'],
      {maxLimit: 20},
    ],
    [
      'ids encoded twice are one finding',
      ['/constituents/search?q%5B%5D=membership_level%3D511%252C512&expand=groups'],
      ['error encoded-twice'],
    ],
    [
      'a term encoded twice is one finding',
      ['/constituents/search?q[]=name%253DAuer&expand=groups'],
      ['error encoded-twice'],
    ],
  ];

for (const [title, paths, found, options] of sequences) {
  test(title, async t => {
    t.deepEqual(levels(await read(t, paths, options)), [...found]);
  });
}

test('money-counted-twice counts gifts once that were read three times', async t => {
  const walk = '/gifts/search?q[]=updated_from=2010-01-01&limit=100';
  const thrice = [0, 100, 200, 0, 100, 200, 0, 100, 200].map(offset => `${walk}&offset=${offset}`);
  const once = await read(t, thrice.slice(0, 3));
  const found = await read(t, thrice);
  const message = (findings: readonly Finding[]) => findings.find(({rule}) => rule === 'money-counted-twice')?.message;
  t.regex(message(once) ?? '', /2 pledges, 11 installments and 10 soft credits/);
  t.is(message(found), message(once));
});

test('the finding for a search without a term names the number of records read', async t => {
  const [finding] = await read(t, ['/gifts/search?limit=10']);
  t.regex(finding?.message ?? '', /^this search has no term: 10 of 226 records were read; /);
});

/** Reads, each with its proposed request, which must be accepted and not reported again. */
const proposals: ReadonlyArray<readonly [path: string, proposed: string | null]> = [
  ['/constituents/search?first_name%3DDario', '/constituents/search?q[]=name=Dario'],
  ['/constituents?first_name%3DDario', '/constituents/search?q[]=name=Dario'],
  ['/gifts/search?created_from=0&limit=5', '/gifts/search?q[]=created_from=1970-01-01T00:00:00Z&limit=5'],
  ['/gifts/search?campaigns=in|Annual&limit=5', '/campaigns'],
  ['/gifts/search?q[]=campaigns=in|Annual&limit=5', '/campaigns'],
  ['/gifts/search?campaign_name=Annual&limit=5', '/campaigns'],
  ['/gifts/search?funds=in|Zzzzqq', '/funds'],
  ['/contact_reports/search?contact_report_type_id=Call', '/contact_reports/search?q[]=contact_report_type_id=2183'],
  ['/constituents/959435/gifts?start_date=2025-01-01', '/constituents/959435/gifts'],
  [
    '/constituents/959435/notes?date_from=2025-01-01&expand=x', //
    '/constituents/959435/notes',
  ],
  [
    '/constituents/959435/contact_reports?date_from=2025-01-01',
    '/contact_reports/search?q[]=constituent_id=959435&q[]=original_date_from=2025-01-01',
  ],
  ['/gifts/search?q=name=Miller', '/constituents/search?q[]=name=Miller'],
  ['/gifts/search?q[]=Miller', '/constituents/search?q[]=name=Miller'],
  ['/gifts/search?q[]=constituent_id=959435', '/constituents/959435/gifts'],
  ['/gifts/search?q[]=deposit_date_from=2025-01-01', null],
  [
    '/gifts/search?amount_from=$100&amount_to=1,000&date_from=12/01/2025&date_to=2026',
    '/gifts/search?q[]=gift_amount=gte|100&q[]=gift_amount=lte|1000&q[]=date_from=2025-12-01&q[]=date_to=2026-12-31',
  ],
  ['/constituents/search?q=city=Atlanta&q=nam=Auer', '/constituents/search?q[]=city=Atlanta&q[]=name=Auer'],
  ['/constituents/search?q=city=Atlanta&q=foo=x', '/constituents/search?q[]=city=Atlanta'],
  [
    '/constituents/search?q[]=name=Auer;%20Liliane;city=Atlanta',
    '/constituents/search?q[]=name=Auer%20Liliane&q[]=city=Atlanta',
  ],
  ['/constituents/search?q[]=name=a;email=b@x.org', '/constituents/search?q[]=name=a&q[]=eaddr=b@x.org'],
  ['/constituents?email=sam+news@x.org', '/constituents/search?q[]=eaddr=sam%2Bnews@x.org'],
  ['/constituents?expand=groups,foo&sort=bar', '/constituents/search?expand=groups'],
  ['/constituents/959435/gifts?sort=date', '/constituents/959435/gifts'],
  ['/funds?name=Annual', '/funds'],
  ['/funds?page=2&per_page=10', '/funds?offset=10&limit=10'],
  ['/gifts/search?q[]=gift_type%253D1', '/gifts/search?q[]=gift_types=in|1'],
  ['/gifts/search?q[]=foo=1&external_id=Smith; Jones&sort=17', '/gifts/search?q[]=external_gift_ids=Smith%20Jones'],
  ['/constituents/search?class=gte|100', null],
  ['/constituents/959435/contact_reports?created_from=2025-01-01', '/constituents/959435/contact_reports'],
  ['/volunteer_times?q=General', '/volunteer_times/search?q[]=description=General'],
];

for (const [path, proposed] of proposals) {
  test(`the proposed request for ${path}`, async t => {
    const sandbox = await startWatched(t);
    const found = await findingsOf(sandbox, 'wrong', {requests: [get(path)]});
    const worst = found.filter(({level}) => level !== 'info');
    const expected = proposed === null ? null : `/api/v1${proposed}`;
    t.true(worst.length > 0);
    t.deepEqual([...new Set(worst.map(({fix}) => fix.request?.path ?? null))], [expected], levels(found).join());
    if (expected !== null) {
      const {key} = sandbox.account('right');
      t.is((await sendExample(sandbox, key, {path: expected})).status, 200);
      const again = (await sandbox.account('right').findings()).filter(({rule}) =>
        worst.some(one => one.rule === rule),
      );
      t.deepEqual(levels(again), []);
    }
  });
}

/** The finding of one rule after these reads. */
async function found(t: ExecutionContext, rule: string, paths: readonly string[]): Promise<Finding> {
  const finding = (await read(t, paths)).find(one => one.rule === rule);
  t.truthy(finding);
  return finding!;
}

test('n-plus-one proposes to expand the names of the constituents of gifts', async t => {
  const search = '/gifts/search?q[]=updated_from=2010-01-01&limit=100';
  const sandbox = await startWatched(t);
  const {text} = await sendExample(sandbox, sandbox.key, get(search));
  const {items} = JSON.parse(text) as {items: ReadonlyArray<{constituent_id: number}>};
  const ids = [...new Set(items.map(item => item.constituent_id))].slice(0, 10);
  const details = ids.map(id => `/constituents/${id}`);
  const finding = await found(t, 'n-plus-one', [search, ...details]);
  t.is(finding.level, 'warn');
  t.is(finding.fix.request?.path, `/api/v1${search}&expand=first_name,last_name,org_name`);
  const few = await read(t, [search, ...details.slice(0, 9)]);
  t.false(few.some(({rule}) => rule === 'n-plus-one'));
});

test('n-plus-one proposes one search by ids for the gifts of a donor', async t => {
  const sandbox = await startWatched(t);
  const search = await sendExample(sandbox, sandbox.key, get('/gifts/search?limit=200'));
  const {items} = JSON.parse(search.text) as {items: ReadonlyArray<{id: number; constituent_id: number}>};
  const donor = items
    .map(item => item.constituent_id)
    .find(id => items.filter(one => one.constituent_id === id).length >= 5);
  const ids = items.flatMap(item => (item.constituent_id === donor ? item.id : [])).slice(0, 7);
  const {fix} = await found(t, 'n-plus-one', [
    `/constituents/${donor}/gifts?limit=100`,
    ...ids.map(id => `/gifts/${id}`),
  ]);
  t.is(fix.request?.path, `/api/v1/gifts/search?q[]=gift_ids=${ids.join(',')}`);
});

test('n-plus-one proposes a search with the filter that the list ignored', async t => {
  const details = [959435, 959425, 959424, 959434, 959400].map(id => `/constituents/${id}`);
  const {fix} = await found(t, 'n-plus-one', ['/constituents?email=a@x.org&limit=10', ...details]);
  t.regex(fix.request?.path ?? '', /^\/api\/v1\/constituents\/search\?q\[\]=eaddr=a@x\.org&limit=10&expand=/);
});

test('n-plus-one proposes to expand a search for constituents', async t => {
  const details = [959435, 959425, 959424, 959434, 959400].map(id => `/constituents/${id}`);
  const {message, fix} = await found(t, 'n-plus-one', ['/constituents/search?q[]=country=US&limit=50', ...details]);
  t.is(message, 'expand would have replaced 6 requests with 1');
  t.regex(fix.request?.path ?? '', /search\?q\[\]=country=US&limit=50&expand=/);
});

test('n-plus-one reports that a search for gifts already has all fields of the details', async t => {
  const details = [894301, 894302, 894303, 894304, 894305].map(id => `/gifts/${id}`);
  const {message} = await found(t, 'n-plus-one', ['/gifts/search?q[]=updated_from=2010-01-01&limit=300', ...details]);
  t.regex(message, /the list has all fields of the 5 details/);
});

for (const [rule, path, proposed] of [
  ['first-page-only', '/constituents/search?q=country=US&limit=20', 'q[]=country=US&limit=20&offset=20'],
  ['search-item-read-as-detail', '/constituents/search?q=name=Braun', 'q[]=name=Braun&expand=email_addresses'],
] as const) {
  test(`${rule} proposes q[] for q`, async t => {
    const {fix} = await found(t, rule, [path]);
    t.is(fix.request?.path, `/api/v1/constituents/search?${proposed}`);
  });
}

test('key-in-url proposes q[] for q', async t => {
  const sandbox = await startWatched(t);
  const request = {path: '/api/v1/constituents/search?q=name=Braun&access_token={key}', headers: {authorization: ''}};
  const findings = await findingsOf(sandbox, 'key', {requests: [request]});
  const finding = findings.find(({rule}) => rule === 'key-in-url');
  t.is(finding?.fix.request?.path, '/api/v1/constituents/search?q[]=name=Braun');
});

test('summary-read-as-gift proposes to request a gift of the donor', async t => {
  const {message, fix} = await found(t, 'summary-read-as-gift', ['/constituents/959435/gifts']);
  t.regex(message, /GET \/api\/v1\/gifts\/894468/);
  t.is(fix.request?.path, '/api/v1/gifts/894468');
});
