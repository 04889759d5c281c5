import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import * as z from 'zod';
import {Pace} from '../../src/cli/learn/read-list.js';
import {listRequests, pagePath} from '../../src/cli/learn/requests.js';
import {list} from '../../src/operations/crud.js';
import {catalogOf} from '../../src/operations/kinds/catalog.js';
import {type Kind, kindOf, type ListedResource} from '../../src/operations/kinds/kind.js';
import {presenterOf} from '../../src/operations/reply.js';
import {catalog, kinds} from '../../src/resources/index.js';
import {idOf, nameField} from '../../src/schema/common-fields.js';
import {root} from '../support/pages.js';
import {operationAt, startTestSandbox} from '../support/sandbox.js';

const learned = kinds.filter(({learned}) => learned !== undefined) as readonly Kind[];

const nestedIn = ({importer}: Kind) => importer?.nested?.map(({array}) => array) ?? [];

/** Returns the fields that a kind's `learned` mentions. */
const classifiedFields = ({learned: {facts, texts = [], words = [], drops = []} = {facts: []}}: Kind) => [
  ...facts,
  ...texts,
  ...words,
  ...drops,
];

for (const kind of learned) {
  test(`each field of ${kind.name} is declared exactly once as kept or dropped`, t => {
    t.deepEqual([...classifiedFields(kind), ...nestedIn(kind)].sort(), Object.keys(kind.output!.shape).sort());
    t.true(nestedIn(kind).every(array => learned.some(({name}) => name === array)));
  });

  test(`no fact of ${kind.name} accepts free text`, t => {
    for (const field of kind.learned!.facts) {
      for (const text of ['Ada Lovelace', 'ada', '8675309', '']) {
        t.false(kind.output!.shape[field].safeParse(text).success, `${field}: ${text}`);
      }
    }
  });
}

test('each field in a list response is declared as kept or dropped', async t => {
  const {get} = await startTestSandbox(t);
  let entries = 0;
  for (const request of listRequests(catalog)) {
    const known = new Set([...classifiedFields(request.kind), ...nestedIn(request.kind)]);
    for (const item of (await get(pagePath(request))).body.items) {
      entries += 1;
      t.deepEqual(
        Object.keys(item).filter(field => !known.has(field)),
        [],
        request.path,
      );
      for (const keyword of item.keywords ?? []) {
        const ofKeyword = classifiedFields(kinds.find(({name}) => name === 'keywords')!);
        t.deepEqual(
          Object.keys(keyword).filter(field => !ofKeyword.includes(field)),
          [],
        );
      }
    }
  }
  t.true(entries > 300);
});

/** Lists of people, and of records that belong to people. */
const personal = ['constituents', 'contact_reports', 'notes', 'team_members', 'volunteer_times'];

test('every list of the API is learned, except people and their records', t => {
  const paths = catalog.operations
    .filter(({method, path, reply}) => method === 'GET' && reply.kind === 'page' && !/_id}|\/search$/.test(path))
    .map(({path}) => path)
    .filter(path => path !== '/api/v1/types'); // has the same as the ten lists below it
  const requests = listRequests(catalog);
  const read = new Set(requests.map(request => operationAt('GET', request.path)!.path));
  t.deepEqual(
    paths.filter(path => !read.has(path)).sort(),
    personal.map(name => `/api/v1/${name}`),
  );
  t.true(requests.every(({kind}) => !personal.includes(kind.name) && kind.parents === undefined));
  t.is(requests.length, 28);
});

const output = z.strictObject({id: idOf('the venue'), name: nameField});

const venues: ListedResource<z.infer<typeof output>> = {
  name: 'venues',
  itemType: 'venue',
  tag: {name: 'Venues', description: 'Places for events.'},
  firstId: 70,
  output,
  present: presenterOf(output),
  build: ({name}, {id}) => ({id, name}),
  learned: {facts: ['id'], texts: ['name']},
  seedExample: [{name: 'Town hall'}],
};

test('a new kind is learned once it declares `learned`', t => {
  const more = catalogOf([...kinds, kindOf(venues, [list(venues)])]);
  t.deepEqual(
    listRequests(more)
      .map(request => pagePath(request))
      .at(-1),
    '/api/v1/venues?limit=500&offset=0',
  );
});

const networks = /'node:(?:https?|http2|net|tls|dgram|child_process|worker_threads)'|\bfetch\(|WebSocket|undici/;

test('only one function of the code behind learn sends requests, and only GET', t => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const visited = new Set<string>();
  const visit = (file: string): void => {
    if (!visited.has(file)) {
      visited.add(file);
      for (const [, imported] of read(file).matchAll(/^(?:import|export) (?!type)[^';]*'(\.[^']+\.js)'/gm)) {
        visit(path.posix.join(path.posix.dirname(file), imported!).replace(/\.js$/, '.ts'));
      }
    }
  };
  visit('src/cli/learn/learn.ts');
  t.true(visited.size > 100);
  t.true(visited.has('src/cli/learn/read-list.ts'));
  const withTypes = /^import type .*$/gm;
  const sending = [...visited].filter(file => networks.test(read(file).replaceAll(withTypes, '')));
  t.deepEqual(sending, ['src/cli/learn/get.ts']);
  const sends = read('src/cli/learn/get.ts');
  t.deepEqual(sends.match(/\bmethod\b.*/g), ["method: 'GET',"]);
  t.deepEqual(sends.match(/^export .*/gm), [
    'export class UnusableResponse extends Error {}',
    sends.match(/^export async function get.*/m)![0],
  ]);
  t.is(sends.match(/request\(url, options, resolve\)/g)!.length, 1);
  t.is(sends.match(/request(?:Https?)?\(/g)!.length, 1);
});

test('requests beyond the rate wait until the window has passed', async t => {
  const pace = new Pace(3, 200);
  const {signal} = new AbortController();
  const start = performance.now();
  for (let turn = 0; turn < 3; turn++) {
    await pace.turn(signal);
  }
  t.true(performance.now() - start < 150);
  await pace.turn(signal);
  t.true(performance.now() - start >= 195);
  const slow = new Pace(1, 300_000);
  await slow.turn(signal);
  await t.throwsAsync(slow.turn(AbortSignal.abort()), {name: 'AbortError'});
});
