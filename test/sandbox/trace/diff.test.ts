import {copyFileSync} from 'node:fs';
import test from 'ava';
import {diffFiles} from '../../../src/cli/commands/trace/diff.js';
import {readTrace} from '../../../src/exchanges/trace/read-trace.js';
import {catalogOf} from '../../../src/operations/kinds/catalog.js';
import {catalog} from '../../../src/resources/index.js';
import {diffRuns} from '../../../src/sandbox/trace/diff-traces.js';
import {digestOf, pairUp} from '../../../src/sandbox/trace/pair-up.js';
import {readRun} from '../../../src/sandbox/trace/read-run.js';
import {newFolder} from '../../support/cli.js';
import {effort, patience} from '../../support/effort.js';
import {clientOf, type DonorClient, diffOf, donorClient, traceBoth} from '../../support/trace-runs.js';
import type {Send} from '../../support/traces.js';
import {traceRun} from './campaign.js';

/** Three donors with two gifts each; the second gift is corrected. */
const sync =
  ({amount = 20, skipped = -1, line = 8, more = async (_: DonorClient) => {}} = {}) =>
  async (client: DonorClient) => {
    for (const [place, name] of ['Byron', 'Hopper', 'Lovelace'].entries()) {
      if (place === skipped) {
        continue;
      }
      const donor = await client.donor(name);
      await client.gift(donor, 10 + place, `src/gifts.js:${line}`);
      const gift = await client.gift(donor, amount + place, `src/gifts.js:${line}`);
      await client.send('PATCH', `gifts/${gift}`, {received_amount: 90 + place, constituent_id: donor});
      await client.send('GET', `constituents/${donor}`);
    }
    await more(client);
  };

const main = clientOf(sync());

const shownOf = ({calls, records}: Awaited<ReturnType<typeof diffOf>>) => ({
  calls: calls.map(({change, of, times}) => [change, of, ...times]),
  records: records.map(({change, of}) => [change, of]),
});

test('ids shifted by a missing donor are not differences', async t => {
  const diff = await diffOf(t, [main, clientOf(sync({skipped: 1}))]);
  t.deepEqual(shownOf(diff), {
    calls: [
      ['removed', 'createConstituent', 1, 0],
      ['removed', 'createGiftOfConstituent', 1, 0],
      ['removed', 'createGiftOfConstituent', 1, 0],
      ['removed', 'showConstituent', 1, 0],
      ['removed', 'updateGift', 1, 0],
    ],
    records: [
      ['removed', 'constituents'],
      ['removed', 'gifts'],
      ['removed', 'gifts'],
    ],
  });
  t.deepEqual(diff.counts, {
    'writes constituents': [3, 2],
    'writes gifts': [6, 4],
    'makes updateGift requests': [3, 2],
    'makes showConstituent requests': [3, 2],
  });
  t.deepEqual(diff.constituents, [3, 2]);
  t.deepEqual(diff.calls[0]!.callers, ['src/donors.js:5', null]);
});

test('an added request is listed with its caller and values', async t => {
  const more = (client: DonorClient) => client.group('Gala').then(() => undefined);
  const {calls, records, counts, differs} = await diffOf(t, [main, clientOf(sync({more}))]);
  t.true(differs);
  t.is(calls.length, 1);
  t.like(calls[0], {change: 'added', texts: [null, 'POST /api/v1/groups'], callers: [null, 'src/groups.js:3']});
  t.deepEqual(calls[0]!.values, [
    {field: 'status', values: [null, '200']},
    {field: 'body.name', values: [null, '"Gala"']},
  ]);
  t.deepEqual(counts, {'writes groups': [0, 1]});
  t.deepEqual(
    records.map(({change, texts}) => [change, ...texts]),
    [['added', null, 'groups 3271']],
  );
});

test('a changed amount is a difference in its own request, not in later requests for the gift', async t => {
  const {calls, records} = await diffOf(t, [main, clientOf(sync({amount: 30}))]);
  t.is(calls.length, 3);
  for (const [place, {change, of, values}] of calls.entries()) {
    t.is(change, 'changed');
    t.is(of, 'createGiftOfConstituent');
    t.deepEqual(values, [{field: 'body.received_amount', values: [`${20 + place}`, `${30 + place}`]}]);
  }
  for (const {change, of, values} of records) {
    t.is(change, 'changed');
    t.is(of, 'gifts');
    const fields = values.map(({field}) => field);
    t.deepEqual(
      fields,
      ['deductible_amount', 'deposited_amount'],
      'the received amount is corrected later, so it must not differ',
    );
  }
});

test('records with different final states are listed with their fields', async t => {
  const ending = (amount: number) => async (client: DonorClient) => {
    const donor = await client.donor('Hopper');
    const gift = await client.gift(donor, 10);
    await client.send('PATCH', `gifts/${gift}`, {received_amount: amount});
    const other = await client.gift(donor, 50);
    await (amount === 11 && client.send('DELETE', `gifts/${other}`));
  };
  const {records} = await diffOf(t, [clientOf(ending(11)), clientOf(ending(12))]);
  t.deepEqual(
    records.map(({change, of}) => [change, of]),
    [
      ['changed', 'gifts'],
      ['added', 'gifts'],
    ],
  );
  t.deepEqual(records[0]!.values, [{field: 'received_amount', values: ['11', '12']}]);
});

test('a fixed retry loop is listed as removed requests and a removed finding', async t => {
  const repeated = (times: number, line: number) => async (client: DonorClient) => {
    const donor = await client.donor('Hopper');
    for (let time = 0; time < times; time++) {
      await client.gift(donor, 10, `src/gifts.js:${line}`);
    }
  };
  const diff = await diffOf(t, [clientOf(repeated(4, 8)), clientOf(repeated(1, 12))]);
  t.deepEqual(shownOf(diff).calls, [['removed', 'createGiftOfConstituent', 4, 1]]);
  t.deepEqual(shownOf(diff).records, [['removed', 'gifts']]);
  t.true(
    diff.findings!.removed.some(({rule}) => rule === 'same-post-again'),
    JSON.stringify(diff.findings),
  );
  t.deepEqual(diff.findings!.added, []);
  const moved = await diffOf(t, [clientOf(repeated(4, 8)), clientOf(repeated(4, 99))]);
  t.false(moved.differs, 'a finding on another line must be the same finding');
});

test('a request from another source line is not a difference', async t => {
  t.false((await diffOf(t, [main, clientOf(sync({line: 88}))])).differs);
});

test('the order of concurrent requests is not a difference, although their ids differ', async t => {
  const names = ['Byron', 'Hopper', 'Lovelace', 'Noether'];
  const concurrent = (order: readonly string[]) => async (client: DonorClient) => {
    const donors = new Map<string, number>();
    for (const name of order) {
      donors.set(name, await client.donor(name));
    }
    await Promise.all(
      Array.from(donors, async ([name, donor]) => {
        const gift = await client.gift(donor, name.length);
        await client.send('PATCH', `gifts/${gift}`, {received_amount: name.length * 2});
        await client.send('GET', `gifts/${gift}`);
        await client.send('GET', `constituents/search?q[]=id=${donor}`);
      }),
    );
  };
  const diff = await diffOf(t, [clientOf(concurrent(names)), clientOf(concurrent(names.toReversed()))]);
  t.deepEqual(shownOf(diff), {calls: [], records: []});
  t.false(diff.differs);
});

test('an empty list differs from a missing field', async t => {
  const group = (more: object) =>
    clientOf(client => client.send('POST', 'constituents', {last_name: 'Hopper', ...more}));
  const {calls} = await diffOf(t, [group({}), group({groups: []})]);
  t.deepEqual(calls[0]!.values.at(-1), {field: 'body.groups', values: [null, '[]']});
});

test('the order of fields and parameters is not a difference', async t => {
  const client = (query: string, body: object) =>
    clientOf(async ({send}) => {
      await send('GET', `groups?${query}`);
      await send('POST', 'constituents', body);
    });
  const body = {first_name: 'Grace', last_name: 'Hopper'};
  const other = {last_name: 'Hopper', first_name: 'Grace'};
  t.false((await diffOf(t, [client('limit=1&offset=2', body), client('offset=2&limit=1', other)])).differs);
});

test('ids are mapped after a seed adds records', async t => {
  const seeding = (names: readonly string[]) => async (send: Send) => {
    const {donor, gift} = donorClient(send);
    const donors = [];
    for (const name of names) {
      donors.push(await donor(name));
    }
    const records = {constituents: [{last_name: 'Noether'}]};
    await send({method: 'POST', path: '/_sandbox/seed', body: {records}});
    await gift(donors.at(-1)!, 10);
  };
  const {calls} = await diffOf(t, [seeding(['Byron', 'Hopper']), seeding(['Hopper'])]);
  t.deepEqual(
    calls.map(({change, of}) => [change, of]),
    [['removed', 'createConstituent']],
  );
});

test('different start options are listed', async t => {
  const {beginning} = await diffOf(t, [main, main], [{seed: 1}, {seed: 2, strict: true}]);
  t.deepEqual(beginning, [
    {field: 'seed', values: ['1', '2']},
    {field: 'strict', values: [null, 'true']},
  ]);
});

test('runs are compared across resets and renamed accounts', async t => {
  const perTest = (accounts: readonly string[]) => async (client: DonorClient) => {
    for (const account of accounts) {
      const donor = await client.donor(account === accounts[0] ? 'Byron' : 'Hopper');
      await client.gift(donor, 10);
    }
  };
  const withReset = (name: string) => async (client: DonorClient) => {
    await client.group(name);
    const donor = await client.donor('Hopper');
    await client.gift(donor, 10);
  };
  t.false((await diffOf(t, [clientOf(perTest(['a', 'b'])), clientOf(perTest(['c', 'd']))])).differs);
  const reset = (client: (send: never) => Promise<unknown>) => async (send: never) => {
    await client(send);
    await (send as (step: object) => Promise<unknown>)({method: 'POST', path: '/_sandbox/reset'});
    await client(send);
  };
  const diff = await diffOf(t, [
    reset(clientOf(withReset('Gala')) as never) as never,
    reset(clientOf(withReset('Ball')) as never) as never,
  ]);
  t.deepEqual(shownOf(diff), {
    calls: [['changed', 'createGroup', 2, 2]],
    records: [['changed', 'groups']],
  });
});

test('the trace of a random run does not differ from its copy', async t => {
  t.timeout(patience);
  const folder = await newFolder(t);
  let requests = 0;
  for (let seed = 1; seed <= effort(15, 300); seed++) {
    const {recorded} = await traceRun(seed, folder);
    const copy = `${recorded}.copy`;
    copyFileSync(recorded, copy);
    const diff = await diffFiles(recorded, copy);
    t.deepEqual([diff.beginning, diff.calls, diff.records], [[], [], []], `seed ${seed}`);
    t.deepEqual(diff.counts, {});
    t.false(diff.differs);
    requests += diff.requests[0];
  }
  t.true(requests > 100);
});

test('without the record kinds no id is mapped, and later requests differ', async t => {
  const files = await traceBoth(t, [main, clientOf(sync({skipped: 0}))]);
  const differencesWith = async (known: typeof catalog) => {
    const [one, other] = [await readTrace(files[0]), await readTrace(files[1])];
    return diffRuns([await readRun(one, known), await readRun(other, known)]).calls;
  };
  const shifted = await differencesWith(catalogOf([]));
  t.true(shifted.some(({change}) => change === 'changed'));
  const mapped = await differencesWith(catalog);
  t.is(mapped.length, 5);
  t.true(mapped.every(({change}) => change === 'removed'));
});

test('20,000 different requests are paired within 20 seconds', t => {
  const itemsOf = (more: number) =>
    Array.from({length: 20_000}, (_, index) => {
      const values = new Map([
        ['status', '200'],
        ['name', `"${index}"`],
        ['amount', `${index + more}`],
      ]);
      return {identity: 'createGift', values, caller: 'src/gifts.js:8', digest: digestOf('createGift', values)};
    });
  const start = performance.now();
  const pairs = pairUp(itemsOf(0), itemsOf(1));
  t.true(pairs.every(([one, other]) => one?.values.get('name') === other?.values.get('name')));
  const all = pairUp(
    itemsOf(0).map(item => ({...item, caller: 'src/gifts.js:9'})),
    itemsOf(100_000),
  );
  t.is(all.length, 20_000);
  t.true(performance.now() - start < 20_000);
});
