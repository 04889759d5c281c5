import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {newFolder} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {learnedPaths} from '../support/learned-service.js';
import {plantedRecords} from '../support/planted-account.js';
import {startTestSandbox} from '../support/sandbox.js';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a file without declaring its shape
const readJson = (file: string): any => JSON.parse(readFileSync(file, 'utf8'));

test('learn writes the same file from a HAR or a trace as from the service', async t => {
  const folder = await newFolder(t);
  const at = (name: string) => path.join(folder, name);
  const trace = at('run.trace.gz');
  const sandbox = await startTestSandbox(t, {constituents: 10, trace});
  await sandbox.seed({records: plantedRecords, baseline: true});
  const learn = async (...words: string[]) => {
    const {code, stderr} = await runHere(['learn', '--rename', 'events', ...words], {CRM_API_KEY: 'sandbox-key'});
    t.is(code, 0, stderr);
    return stderr;
  };
  await learn(sandbox.url, '--yes', '-o', at('online.json'));
  const har = (await sandbox.get('/_sandbox/requests?format=har')).body;
  t.is(har.log.entries.length, learnedPaths.length);
  writeFileSync(at('recording.har'), JSON.stringify(har));
  await sandbox.close();

  const notReviewed = 'Nobody reviewed the texts, so all of them are replaced: see --list and --reviewed\n';
  t.is(await learn('--har', at('recording.har'), '-o', at('har.json')), notReviewed);
  t.is(await learn('--trace', trace, '-o', at('trace.json')), notReviewed);
  const online = readFileSync(at('online.json'), 'utf8');
  t.true(online.includes('Fund 3105'));
  t.is(readFileSync(at('har.json'), 'utf8'), online);
  t.is(readFileSync(at('trace.json'), 'utf8'), online);
});

const page = (items: readonly object[], total = items.length) => JSON.stringify({items, total_items: total});

const entry = (url: string, text: string | undefined, more: object = {}) => ({
  startedDateTime: '2026-01-01T00:00:00Z',
  request: {method: 'GET', url, ...more},
  response: {status: 200, content: {...(text !== undefined && {text})}},
});

/** Runs `learn` on a HAR with these entries. */
async function learnHar(folder: string, entries: readonly object[], ...words: string[]) {
  const file = path.join(folder, 'recording.har');
  const out = path.join(folder, 'account.json');
  writeFileSync(file, JSON.stringify({log: {entries}}));
  const ended = await runHere(['learn', '--har', file, '-o', out, '--force', ...words], {});
  return {...ended, kinds: ended.code === 0 ? readJson(out).kinds : undefined};
}

test('learn merges the pages of a recording and reports missing entries', async t => {
  const folder = await newFolder(t);
  const base = 'https://crm.example.com/v2/api/v1';
  const base64 = Buffer.from(page([{id: 9, name: 'Zoë', item_type: 'Invitation', key: 'zoe'}])).toString('base64');
  const {code, stderr, kinds} = await learnHar(folder, [
    entry(`${base}/funds?limit=2`, page([{id: 1}, {id: 2, name: 'old'}], 4)),
    entry(`${base}/funds?limit=2&offset=1`, page([{id: 2, name: 'Ada Lovelace'}, {id: 3}], 4)),
    entry(`${base}/groups.json`, page([{id: 5, name: 'G', key: 'g', ordinal: 1}])),
    entry(`${base}/attributes`, page([{id: 8, name: 'Size', item_type: 'Constituent', key: 'size'}])),
    {
      ...entry(`${base}/attributes?item_type=Invitation`, ''),
      response: {status: 200, content: {text: base64, encoding: 'base64'}},
    },
    entry(`${base}/lists`, '{"items": [{"name": "Ada Love'),
    entry(`${base}/campaigns`, undefined),
    entry(`${base}/appeals`, page([{id: 6}]), {method: 'POST'}),
    entry(`${base}/events/7`, page([{id: 7}])),
  ]);
  t.is(code, 0, stderr);
  t.deepEqual(Object.keys(kinds), ['funds', 'attributes', 'groups']);
  t.deepEqual(
    kinds.funds.map(({id, name}: {id: number; name?: string}) => [id, name]),
    [
      [1, undefined],
      [2, 'Fund 2'],
      [3, undefined],
    ],
  );
  t.deepEqual(
    kinds.attributes.map(({id, item_type}: {id: number; item_type: string}) => [id, item_type]),
    [
      [8, 'Constituent'],
      [9, 'Invitation'],
    ],
  );
  t.regex(stderr, /The recording has 3 of 4 entries of \/api\/v1\/funds\n/);
  t.regex(stderr, /A recorded response of \/api\/v1\/lists is cut or damaged, and was left out\n/);
  for (const list of ['campaigns', 'appeals', 'events']) {
    t.true(stderr.includes(`The recording has 0 of the entries of /api/v1/${list}\n`), list);
  }
  t.false(/Ada|Zoë/.test(stderr));
});

test('a recording without lists is rejected', async t => {
  const folder = await newFolder(t);
  const none = await learnHar(folder, [entry('https://crm.example.com/api/v1/constituents', page([{id: 1}]))]);
  t.is(none.code, 1);
  t.regex(none.stderr, /There is no list to learn: is this the service, or a recording of it\?\n$/);
});

const noHar = 'The recording is neither a trace nor an HTTP Archive (HAR): it is not JSON at character';

for (const [name, content, option, error] of [
  ['cut.har', '{"log": {"entries": ["Ada Love', '--har', `${noHar} 31`],
  ['token.har', '{"log": Ada}', '--har', `${noHar} 9`],
  ['more.har', '{"log": {"entries": []}} Ada', '--har', `${noHar} 26`],
  ['comma.har', '["Ada",]', '--har', `${noHar} 8`],
  ['other.har', '{"log": {"entries": "Ada"}}', '--har', 'The recording is no HTTP Archive (HAR): log.entries: is m'],
  ['empty.har', '', '--har', `${noHar} 1`],
  ['ada.trace', 'Ada Lovelace', '--trace', `${noHar} 1`],
  ['texts.txt', 'Ada\n"Ada" Lovelace\n', '--reviewed', 'FILE, line 2, is not JSON at character 7'],
] as const) {
  test(`an error about ${name} names the position and quotes none of its text`, async t => {
    const folder = await newFolder(t);
    const file = path.join(folder, name);
    const out = path.join(folder, 'account.json');
    writeFileSync(file, content);
    const words = option === '--reviewed' ? ['https://nobody.invalid', '--yes', option, file] : [option, file];
    const {code, stderr, stdout} = await runHere(['learn', ...words, '-o', out], {CRM_API_KEY: 'k'});
    t.deepEqual([code, stdout], [1, '']);
    t.true(stderr.startsWith(error.replace('FILE', file)), stderr);
    t.false(/Ada|Love/.test(stderr));
    t.false(existsSync(out));
  });
}
