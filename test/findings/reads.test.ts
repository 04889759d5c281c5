import test, {type ExecutionContext} from 'ava';
import type {Finding} from '../../src/findings/finding.js';
import type {ExampleRequest} from '../../src/findings/rule.js';
import {findingsOf, startWatched} from '../support/findings.js';

/** Mistakes in reads: which rules report them, with which sentence, and which request they propose. */

const get = (path: string): ExampleRequest => ({path: `/api/v1${path}`});
const levels = (findings: readonly Finding[]) => findings.map(({level, rule}) => `${level} ${rule}`);

async function read(t: ExecutionContext, paths: readonly string[], options: object = {}) {
  const sandbox = await startWatched(t, options);
  return findingsOf(sandbox, 'reads', {requests: paths.map(get)});
}

/** Each list of paths, and the levels and rules of its findings. */
const sequences: ReadonlyArray<readonly [what: string, paths: readonly string[], found: readonly string[], object?]> = [
  ['an ignored filter is one finding', ['/constituents?email=a@example.org'], ['error search-on-list-path']],
  ['an ignored page number is one finding', ['/funds?page=2'], ['error query-parameter-ignored']],
  ['an explicit offset of 0 is an info', ['/funds?limit=20&offset=0'], ['info first-page-only']],
  ['a first page without offset is a warning', ['/funds?limit=20'], ['warn first-page-only']],
  [
    'a client that advances by what it received passes over nothing',
    ['/funds?limit=1000', '/funds?limit=1000&offset=20'],
    [],
    {maxLimit: 20},
  ],
  ['a limit that is not served is one finding', ['/funds?limit=1000'], ['warn limit-not-honoured'], {maxLimit: 20}],
  [
    'an offset after a limit that is not served is one finding',
    ['/funds?limit=30', '/funds?limit=30&offset=30'],
    ['error limit-not-honoured'],
    {maxLimit: 20},
  ],
  [
    'ids that are encoded twice are one finding',
    ['/constituents/search?q%5B%5D=membership_level%3D511%252C512&expand=groups'],
    ['error encoded-twice'],
  ],
  [
    'a term that is encoded twice is one finding',
    ['/constituents/search?q[]=name%253DAuer&expand=groups'],
    ['error encoded-twice'],
  ],
];

for (const [what, paths, found, options] of sequences) {
  test(what, async t => {
    t.deepEqual(levels(await read(t, paths, options)), [...found]);
  });
}

test('gifts that are read three times are counted once', async t => {
  const walk = '/gifts/search?q[]=updated_from=2010-01-01&limit=100';
  const thrice = [0, 100, 200, 0, 100, 200, 0, 100, 200].map(offset => `${walk}&offset=${offset}`);
  const once = await read(t, thrice.slice(0, 3));
  const found = await read(t, thrice);
  const message = (findings: readonly Finding[]) => findings.find(({rule}) => rule === 'money-counted-twice')?.message;
  t.regex(message(once) ?? '', /2 pledges stand beside 11 installments and 10 soft credits/);
  t.is(message(found), message(once));
});

test('a search without a term names the records that were read', async t => {
  const [finding] = await read(t, ['/gifts/search?limit=10']);
  t.regex(finding?.message ?? '', /^this search has no term: 10 of 226 records were read; /);
});
