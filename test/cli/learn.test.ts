import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import {catalog} from '../../src/resources/index.js';
import {runHere} from '../support/cli-here.js';
import {learnedPaths, scalars, serviceKey, serviceName, startService} from '../support/learned-service.js';
import {planted} from '../support/planted-account.js';
import {startTestSandbox, type TestSandbox} from '../support/sandbox.js';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a file without declaring its shape
const readJson = (...file: string[]): any => JSON.parse(readFileSync(path.join(...file), 'utf8'));

const dropped = new Set(['created_at', 'updated_at']);

/** The lists of a sandbox, without the fields that cannot be learned. */
async function listsOf(sandbox: TestSandbox): Promise<Record<string, unknown>> {
  const lists: Record<string, unknown> = {};
  for (const path of learnedPaths) {
    const {items} = (await sandbox.get(path)).body;
    lists[path] = JSON.parse(JSON.stringify(items, (field, value) => (dropped.has(field) ? undefined : value)));
  }
  return lists;
}

/** The ids of the keywords of the planted category, in the order of the list. */
const keywordsOf = (lists: Record<string, unknown>): number[] =>
  (
    lists['/api/v1/categories?item_type=Constituent&limit=500&offset=0'] as Array<{
      id: number;
      keywords: Array<{id: number}>;
    }>
  )
    .find(({id}) => id === 4500)!
    .keywords.map(({id}) => id);

/** The planted personal values that a document contains, ignoring case. */
function personalIn(document: unknown, people: readonly string[] = planted): string[] {
  const all = [...scalars(document)].map(text => text.toLowerCase());
  return people.filter(value => all.some(text => text.includes(value.toLowerCase())));
}

/** Generated personal values of three characters or more. */
async function valuesOfPeople({get}: TestSandbox): Promise<ReadonlySet<string>> {
  const expand = 'street_addresses,phone_numbers,email_addresses,web_addresses,custom_attrs';
  const people = (await get(`/api/v1/constituents/search?limit=500&expand=${expand}`)).body.items;
  const team = (await get('/api/v1/team_members?limit=500')).body.items;
  const reports = (await get('/api/v1/contact_reports?limit=500')).body.items.map(({text}: {text: string}) => text);
  const fields = /name|address|number|value|street|city|postal|url|salutation|email|note/;
  const values = [reports];
  JSON.stringify([people, team], (field, value) => {
    if (typeof value === 'string' && fields.test(field) && !/type_name|^name$/.test(field)) {
      values.push(value);
    }
    return value;
  });
  return new Set(
    values
      .flat()
      .filter(value => value.length >= 3)
      .map(value => value.toLowerCase()),
  );
}

test('with every text reviewed, learn copies the lists exactly and requests nothing else', async t => {
  const service = await startService(t);
  const listed = await service.learn('--yes', '--list');
  t.is(listed.code, 0, listed.stderr);
  writeFileSync(path.join(service.cwd, 'texts.txt'), listed.stdout);
  const lines = listed.stdout.split('\n');
  t.true(
    lines.indexOf('Ada Lovelace Memorial Fund') < lines.indexOf('Babbage Engine'),
    'suspicious texts must come first',
  );
  t.false(existsSync(path.join(service.cwd, 'account.json')));

  const {code, stdout, stderr} = await service.learn('--yes', '--reviewed', 'texts.txt');
  t.deepEqual([code, stderr], [0, '']);
  t.regex(stdout, /^account\.json has 25 lists; \d+ texts are kept and 0 replaced\. /);
  const document = readJson(service.cwd, 'account.json');
  t.deepEqual(personalIn(document), planted, 'the search must find planted values that were kept');
  const copy = await startTestSandbox(t, {fromAccount: path.join(service.cwd, 'account.json'), validateReplies: true});
  t.deepEqual(await listsOf(copy), await listsOf(service.sandbox));

  t.deepEqual(
    service.received,
    [...learnedPaths, ...learnedPaths].map(path => `GET ${path}`),
  );
  const journal = (await service.sandbox.requests()).slice(0, 2 * learnedPaths.length);
  t.true(journal.every(({method, status}) => method === 'GET' && status === 200));
  t.deepEqual(readdirSync(service.cwd).sort(), ['account.json', 'ca.pem', 'texts.txt']);
});

test('without a review, the file has no personal values, and keeps ids, numbers and order', async t => {
  const service = await startService(t);
  const {code, stderr} = await service.learn('--yes');
  t.deepEqual(
    [code, stderr],
    [0, 'Nobody reviewed the texts, so all of them are replaced: see --list and --reviewed\n'],
  );
  const text = readFileSync(path.join(service.cwd, 'account.json'), 'utf8');
  const document = JSON.parse(text);
  t.deepEqual(personalIn(document), []);
  const people = await valuesOfPeople(service.sandbox);
  t.true(people.size > 300);
  const bare = [...generateRecords(catalog, {constituents: 0}).collections];
  const words = new Set(
    bare.flatMap(([, rows]) => [...scalars([...rows.values()])]).filter(text => !/^\d+$/.test(text)),
  );
  const unknownTexts = [...scalars(document)].filter(value => !words.has(value));
  t.true(unknownTexts.length > 500);
  t.deepEqual(
    unknownTexts.filter(value => people.has(value.toLowerCase())),
    [],
  );
  t.false(text.includes(serviceName) || text.includes(serviceKey));

  const {kinds} = document;
  const inKind = (kind: string, id: number) => kinds[kind].find((entry: {id: number}) => entry.id === id);
  t.like(inKind('funds', 3105), {name: 'Fund 3105', description: 'Description of fund 3105', code: 'fund_3105'});
  t.is(inKind('funds', 3106).financial_goal, 1234.5);
  t.like(inKind('attributes', 4400), {name: 'Attribute 4400', key: 'attribute_4400'});
  t.deepEqual(
    inKind('categories', 4500).keywords.map(({name}: {name: string}) => name),
    ['Keyword 1 of category 4500', 'Keyword 2 of category 4500'],
  );
  t.is(inKind('gift_types', 1).name, 'Gift', 'a standard term of the service must be kept');
  t.is(
    inKind('categories', 4500).facet_type,
    'category_4500',
    'a term that the service does not define must be replaced',
  );

  const copy = await startTestSandbox(t, {fromAccount: path.join(service.cwd, 'account.json')});
  // The service sorts categories and keywords by name, and so does the sandbox with the new names.
  const byId = (one: {id: number}, other: {id: number}) => one.id - other.id;
  const facts = (lists: Record<string, unknown>) =>
    JSON.parse(JSON.stringify(lists), (field, value) => {
      const isSorted = field === 'keywords' || field.startsWith('/api/v1/categories');
      return isSorted ? value.toSorted(byId) : typeof value === 'string' ? '' : value;
    });
  const [lists, original] = [await listsOf(copy), await listsOf(service.sandbox)];
  t.deepEqual(facts(lists), facts(original));
  t.deepEqual(keywordsOf(lists), keywordsOf(original), 'a list of replaced names must keep its order');
});

test('with some texts reviewed, only these keep personal values', async t => {
  const service = await startService(t);
  writeFileSync(
    path.join(service.cwd, 'texts.txt'),
    'Ada Lovelace Memorial Fund\r\n"Fund \\"Countess King\\"\\nof Ockham"\nHeirs of Byron\nGift\nnot in the account\n',
  );
  const words = ['--yes', '--reviewed', 'texts.txt', '--rename', 'groups', '--json', '-o', 'some.json'];
  const {code, stdout} = await service.learn(...words);
  t.is(code, 0);
  const document = readJson(service.cwd, 'some.json');
  const kept = [...scalars(document)].filter(text => personalIn([text]).length > 0);
  t.deepEqual(kept.sort(), ['Ada Lovelace Memorial Fund', 'Fund "Countess King"\nof Ockham']);
  t.is(document.kinds.gift_types[1].name, 'Gift type 5', 'even standard terms must be replaced then');
  t.is(document.kinds.gift_categories[0].gift_type_name, 'Gift', 'a reviewed term must be kept everywhere');
  const {texts, entries} = JSON.parse(stdout);
  t.deepEqual([texts.kept > 2, entries.funds], [true, document.kinds.funds.length]);
});

test('learn waits while the service is busy, and retries when a response is cut off', async t => {
  const times = new Map<string, number>();
  const service = await startService(t, (path, response) => {
    const time = (times.get(path) ?? 0) + 1;
    times.set(path, time);
    if (path.startsWith('/api/v1/events') && time <= 2) {
      const at = {
        date: 'Thu, 01 Jan 2026 00:00:00 GMT',
        'retry-after': time === 1 ? '1' : 'Thu, 01 Jan 2026 00:00:01 GMT',
      };
      response.writeHead(time === 1 ? 429 : 503, at).end();
      return true;
    }
    if (path.startsWith('/api/v1/groups') && time === 1) {
      response.writeHead(200, {'content-length': '1000'}).write('{"items": [{"name": "Byron');
      response.destroy();
      return true;
    }
    return false;
  });
  const start = performance.now();
  const {code, stderr} = await service.learn('--yes');
  t.is(code, 0, stderr);
  t.true(performance.now() - start > 2000);
  t.is(stderr.match(/The service is busy: waiting 1 s/g)!.length, 2);
  t.deepEqual(
    service.received.filter((line, index) => service.received.indexOf(line) !== index).map(line => line.split('?')[0]),
    ['GET /api/v1/events', 'GET /api/v1/events', 'GET /api/v1/groups'],
  );
  t.true(readJson(service.cwd, 'account.json').kinds.groups.length > 30);
});

test('learn reads all pages, skips lists that it may not read, and reports unexpected fields', async t => {
  const service = await startService(t, async (path, response) => {
    const list = path.split('?')[0]!.slice('/api/v1/'.length);
    const send = (body: object) => response.end(JSON.stringify(body)) && true;
    const offset = Number(new URLSearchParams(path.split('?')[1]).get('offset'));
    switch (list) {
      case 'funds': // pages of two, whatever is requested
        return send({
          total_items: 5,
          items: [1, 2].map(id => ({id: offset + id, name: `F${offset + id}`, email: 'x'})).slice(0, 5 - offset),
        });
      case 'campaigns':
        return send({
          total_items: 2,
          items: [{id: 'Ada'}, {id: 7, name: 5, start_date: 'Byron', financial_goal: '8675309'}],
        });
      case 'lists':
      case 'events':
        response.writeHead(list === 'lists' ? 404 : 403);
        return response.end('Ada Lovelace') && true;
      default:
        return false;
    }
  });
  const {code, stderr} = await service.learn('--yes', '--rename', 'appeals');
  t.is(code, 0, stderr);
  t.regex(stderr, /Skipped \/api\/v1\/events: the key may not read it \(403\)\n/);
  t.regex(stderr, /Skipped \/api\/v1\/lists: the service does not have it \(404\)\n/);
  t.regex(stderr, /Left out where missing or not as expected: funds\.description, .*, campaigns without an id, /);
  t.regex(stderr, /, campaigns\.name, .*, campaigns\.financial_goal, campaigns\.start_date, /);
  const {kinds} = readJson(service.cwd, 'account.json');
  t.deepEqual(
    kinds.funds.map(({id}: {id: number}) => id),
    [1, 2, 3, 4, 5],
  );
  t.deepEqual(Object.keys(kinds.funds[0]), ['id', 'name']);
  t.deepEqual(kinds.campaigns, [{id: 7, name: 'Campaign 7'}]);
  t.false('lists' in kinds || 'events' in kinds);
  t.deepEqual(personalIn({kinds, stderr}), []);
  await t.notThrowsAsync(startTestSandbox(t, {fromAccount: path.join(service.cwd, 'account.json')}));
});

for (const [what, status, body, error] of [
  [
    'a rejected key',
    401,
    'Ada',
    /GET \/api\/v1\/types\/contact_report_types\?limit=500&offset=0: the service does not take the key \(401\)/,
  ],
  ['a redirect', 302, 'Ada', /: the service redirects \(302\), and learn follows no redirect/],
  ['an invalid page', 200, '<p>Ada Lovelace', /: the response is no page of a list, twice/],
  ['a long wait', 429, '3600', /: the service is busy for another 3600 s; try again later/],
  ['a failing service', 500, 'Ada', /: the response has status 500, twice/],
] as const) {
  test(`learn stops at ${what} and prints nothing from the response`, async t => {
    const service = await startService(t, (_, response) => {
      response.writeHead(status, {location: 'https://elsewhere.example/Ada', 'retry-after': body}).end(body);
      return true;
    });
    const {code, stderr, stdout} = await service.learn('--yes');
    t.deepEqual([code, stdout], [1, '']);
    t.regex(stderr, error);
    t.false(/Ada|elsewhere/.test(stderr) || stderr.includes(serviceKey));
    t.is(service.received.length, status === 200 || status === 500 ? 2 : 1);
    t.deepEqual(readdirSync(service.cwd), ['ca.pem']);
  });
}

test('after Ctrl-C, learn resumes from a file without personal values', async t => {
  let isHeld = true;
  const service = await startService(t, path => path.startsWith('/api/v1/groups') && isHeld);
  const file = path.join(service.cwd, 'account.json.part');
  const run = service.start([service.url, '--yes']);
  await waitUntil(() => service.received.some(line => line.includes('/groups')));
  run.child.kill('SIGINT');
  const {code, stderr} = await run.ended;
  t.is(code, 130);
  t.regex(
    stderr,
    /Interrupted, and nothing was written\. The same command goes on from account\.json\.part, which has 22 lists\n/,
  );
  const part = readFileSync(file, 'utf8');
  t.deepEqual(personalIn(JSON.parse(part)), []);
  t.false(part.includes(serviceKey) || part.includes(serviceName));
  t.false(existsSync(path.join(service.cwd, 'account.json')));

  isHeld = false;
  const before = service.received.length;
  writeFileSync(path.join(service.cwd, 'texts.txt'), 'Ada Lovelace Memorial Fund\n');
  t.is((await service.learn('--yes', '--reviewed', 'texts.txt', '-o', 'other.json')).code, 0);
  t.is(service.received.length - before, learnedPaths.length, 'another output file must start over');
  writeFileSync(path.join(service.cwd, 'other.json.part'), part);
  t.is((await service.learn('--yes', '--reviewed', 'texts.txt', '-o', 'other.json', '--force')).code, 0);
  t.is(service.received.length - before, 2 * learnedPaths.length, 'another review must start over');

  const resumed = await service.learn('--yes');
  t.regex(resumed.stderr, /Going on from account\.json\.part, which has 22 of 28 lists\n/);
  t.is(service.received.length - before, 2 * learnedPaths.length + 6);
  t.false(existsSync(file));
  t.is((await service.learn('--yes', '-o', 'whole.json')).code, 0);
  t.deepEqual(readJson(service.cwd, 'account.json'), readJson(service.cwd, 'whole.json'));
});

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

test('learn sends no key to an untrusted host, and rejects NODE_TLS_REJECT_UNAUTHORIZED=0', async t => {
  const {url, received, env, trusting, start} = await startService(t);
  const {code, stderr} = await start([url, '--yes'], env).ended;
  t.is(code, 1);
  t.regex(
    stderr,
    /the certificate of crm\.learned\.example:\d+ is not trusted \(\w+\), so no key was sent\. .*NODE_EXTRA_CA/,
  );
  const unsafe = await start([url, '--yes'], {...trusting, NODE_TLS_REJECT_UNAUTHORIZED: '0'}).ended;
  t.is(unsafe.code, 2);
  t.regex(unsafe.stderr, /^NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody pose as the service: unset it\n/);
  t.deepEqual(received, []);
});

const service = 'https://nobody.invalid';

for (const [words, code, error, key = serviceKey] of [
  [[service], 2, /^Without a terminal, --yes must confirm that https:\/\/nobody\.invalid may get the key\n/],
  [[service, '--yes'], 2, /^CRM_API_KEY must hold the key of the account/, ''],
  [[service, '--yes'], 2, /^CRM_API_KEY must hold the key of the account, a word/, `${serviceKey} `],
  [[service, '--yes', '--key-from', 'OTHER'], 2, /^OTHER must hold the key/],
  [[service, '--yes', '--key-from', 'a key'], 2, /^--key-from must be the name of a variable, not the key/],
  [['http://crm.example.com', '--yes'], 2, /^http:\/\/crm\.example\.com must begin with https/],
  [['--yes'], 2, /^Name the address of the service/],
  [['--dry-run', '--list', service], 2, /^--list and --dry-run are mutually exclusive/],
  [['--har', 'a.har', '--trace', 'b'], 2, /^--har and --trace are mutually exclusive/],
  [[service, '--har', 'a.har'], 2, /^<service> and --har are mutually exclusive/],
  [
    [service, '--yes', '--rename', 'fund'],
    2,
    /^--rename fund: there is no such list; the lists are contact_report_types, /,
  ],
  [[service, '--yes', '--reviewed', 'nope.txt'], 1, /nope\.txt cannot be used: no such file/],
  [[service, '--yes', '--out', 'no/where.json'], 1, /where\.json cannot be used: there is no folder/],
  [
    [service, '--yes', '--out', 'package.json'],
    1,
    /^package\.json exists already: --force replaces it, and --out names/,
  ],
  [['https://127.0.0.1:1', '--yes'], 3, /: nothing answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)\n$/],
  [[service, '--yes'], 3, /: there is no host nobody\.invalid \(\w+\)\n$/],
] as const) {
  test(`learn ${words.join(' ')} is rejected: ${error}`, async t => {
    const ended = await runHere(['learn', ...words], {CRM_API_KEY: key});
    t.deepEqual([ended.code, ended.stdout], [code, '']);
    t.regex(ended.stderr, error);
    t.false(ended.stderr.includes(serviceKey));
    t.deepEqual(
      readdirSync('.').filter(name => name.startsWith('account.json')),
      [],
    );
  });
}

test('learn --dry-run prints the requests and sends none', async t => {
  const service = await startService(t);
  const {code, stdout} = await service.start([`${service.url}/api/v1`, '--dry-run'], service.env).ended;
  t.is(code, 0);
  t.deepEqual(
    stdout.trimEnd().split('\n'),
    learnedPaths.map(path => `GET ${service.url}${path}`),
  );
  t.deepEqual(service.received, []);
});
