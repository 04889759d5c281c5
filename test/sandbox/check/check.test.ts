import test from 'ava';
import {operations} from '../../../src/resources/index.js';
import {type CheckOptions, RefusedCheck} from '../../../src/sandbox/check/types.js';
import {startSandbox} from '../../../src/sandbox/start-sandbox.js';

interface Reply {
  readonly status: number;
  readonly body: {readonly id: number; readonly total_items: number};
}

type Send = (operation: string, path: object, body?: object, query?: object) => Promise<Reply>;

/** Stands for a command that uses the sandbox. @returns its exit code */
type Client = (send: Send) => Promise<number | undefined>;

async function check(client: Client, options: CheckOptions = {}) {
  const sandbox = await startSandbox({constituents: 2, assume: {required_fields: 'observed'}});
  try {
    return await sandbox.check(({url, key}) => client(senderTo(url, key)), {patience: 20_000, ...options});
  } finally {
    await sandbox.close();
  }
}

const senderTo =
  (url: string, key: string): Send =>
  async (id, path, body, query = {}) => {
    const {method, path: template} = operations.find(one => one.id === id)!;
    const values = path as Readonly<Record<string, unknown>>;
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    const search = new URLSearchParams(query as Record<string, string>);
    const response = await fetch(`${url}${filled}?${search}`, {
      method,
      headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'},
      ...(body && {body: JSON.stringify(body)}),
      signal: AbortSignal.timeout(8000),
    });
    return {status: response.status, body: (await response.json()) as Reply['body']};
  };

const lostVerdicts = async (client: Client) =>
  (await check(client)).cases
    .filter(({check, variant}) => check === 'lost' && variant === 'on a fresh connection')
    .map(({call, verdict}) => `${call?.operation} ${verdict}`)
    .sort();

const person = {first_name: 'Ivo', last_name: 'Marsh'};
const gift = {gift_type_id: 1, received_amount: 50, external_id: null};

/** Retries once, whatever the error. */
const retrying =
  (send: Send): Send =>
  async (...call) => {
    try {
      return await send(...call);
    } catch {
      return send(...call);
    }
  };

test('blind retries duplicate new records, and heal updates', async t => {
  t.deepEqual(
    await lostVerdicts(async send => {
      const {body} = await retrying(send)('createConstituent', {}, person);
      await retrying(send)('createGiftOfConstituent', {constituent_id: body.id}, gift);
      await retrying(send)('updateConstituent', {id: body.id}, {nick_name: 'I'});
      return 0;
    }),
    ['createConstituent duplicated', 'createGiftOfConstituent duplicated', 'updateConstituent healed'],
  );
});

test('a client that retries with another value changes the record', async t => {
  const client: Client = async send => {
    try {
      await send('updateConstituent', {id: 959400}, {nick_name: 'Countess'});
    } catch {
      await send('updateConstituent', {id: 959400}, {nick_name: 'unknown'});
    }
    return 0;
  };
  t.deepEqual(await lostVerdicts(client), ['updateConstituent changed']);
});

const choir: Client = async send => {
  await send('createGroup', {}, {name: 'Choir'});
  return 0;
};

test('each run starts from the same state; cases beyond the budget are skipped and listed', async t => {
  const started: string[] = [];
  const {cases, skipped, failed} = await check(
    async send => {
      const {body} = await send('listGroups', {}, undefined, {limit: '1'});
      started.push(String(body.total_items));
      return choir(send);
    },
    {budget: 0},
  );
  t.deepEqual(started.slice(0, 2), [started[0], started[0]]);
  t.deepEqual(cases, []);
  t.true(skipped.length > 10);
  t.true(failed, 'a check without results must fail');
});

test('check runs and new accounts start from a seeded baseline', async t => {
  await using sandbox = await startSandbox({constituents: 2, assume: {required_fields: 'observed'}});
  await sandbox.seed({records: {groups: [{name: 'Seeded'}]}, baseline: true});
  const names = async (url: string, key: string) => {
    const response = await fetch(`${url}/api/v1/groups?limit=100`, {headers: {authorization: `Bearer ${key}`}});
    return ((await response.json()) as {items: Array<{name: string}>}).items.map(({name}) => name);
  };
  t.true((await names(sandbox.url, 'sbx_new')).includes('Seeded'));
  const found: boolean[] = [];
  await sandbox.check(
    async ({url, key}) => {
      found.push((await names(url, key)).includes('Seeded'), (await names(url, 'sbx_other')).includes('Seeded'));
      await choir(senderTo(url, key));
    },
    {budget: 0},
  );
  t.deepEqual(new Set(found), new Set([true]));
});

test('a client that resets is checked segment by segment, and a reset keeps the fault', async t => {
  const client = async ({url, key}: {readonly url: string; readonly key: string}) => {
    const send = retrying(senderTo(url, key));
    const headers = {authorization: `Bearer ${key}`};
    for (const name of ['Choir', 'Board']) {
      await fetch(`${url}/_sandbox/reset`, {method: 'POST', headers});
      await send('createGroup', {}, {name});
    }
  };
  await using sandbox = await startSandbox({constituents: 2});
  const {cases} = await sandbox.check(client, {patience: 10_000, all: true});
  const lost = cases.filter(({check, variant}) => check === 'lost' && variant === 'on a fresh connection');
  t.deepEqual(
    lost.map(({call, verdict}) => [call?.body, verdict]),
    [
      ['{"name":"Choir"}', 'duplicated'],
      ['{"name":"Board"}', 'duplicated'],
    ],
  );
  t.is(cases.find(({check}) => check === 'twice')?.verdict, 'healed');
});

test('segments between resets are paired by mark, in any test order', async t => {
  let isOdd = false;
  const client = async ({url, key}: {readonly url: string; readonly key: string}) => {
    const send = senderTo(url, key);
    const headers = {authorization: `Bearer ${key}`, 'content-type': 'application/json'};
    const postAdmin = (path: string, body = {}) =>
      fetch(`${url}/_sandbox/${path}`, {method: 'POST', headers, body: JSON.stringify(body)});
    isOdd = !isOdd;
    for (const [name, count] of isOdd
      ? ([
          ['one', 1],
          ['two', 2],
        ] as const)
      : ([
          ['two', 2],
          ['one', 1],
        ] as const)) {
      await postAdmin('reset');
      await postAdmin('marks', {name});
      for (let number = 0; number < count; number += 1) {
        await send('createGroup', {}, {name: 'Choir'});
      }
      await postAdmin('marks', {name, end: true});
    }
  };
  await using sandbox = await startSandbox({constituents: 2});
  const {cases} = await sandbox.check(client, {patience: 10_000, jobs: 1});
  t.is(cases.find(({check}) => check === 'twice')?.verdict, 'healed');
  const refused = cases.filter(({variant}) => variant === '503');
  t.deepEqual(
    refused.map(({records}) => records.length),
    [1, 1, 1],
    'each segment must be compared with the segment of the same mark',
  );
});

test('calls are identified by their values, in any order', async t => {
  let isOdd = false;
  const {cases} = await check(async send => {
    isOdd = !isOdd;
    const names = isOdd ? ['Choir', 'Board'] : ['Board', 'Choir'];
    for (const name of names) {
      await send('createGroup', {}, {name});
    }
    return 0;
  });
  t.false(
    cases.some(({verdict}) => verdict === 'not reproducible'),
    JSON.stringify(cases),
  );
});

test('a call that is missing from later runs is not reproducible', async t => {
  let runs = 0;
  const {cases} = await check(async send => {
    runs += 1;
    await choir(send);
    if (runs < 5) {
      await send('updateConstituent', {id: 959400}, {nick_name: 'Countess'});
    }
    return 0;
  });
  const of = (operation: string) => cases.filter(({call}) => call?.operation === operation);
  t.true(of('updateConstituent').every(({verdict}) => verdict === 'not reproducible'));
});

test('the first, second and last calls of a site are checked, and the others counted as pruned', async t => {
  const many: Client = async send => {
    for (let count = 0; count < 4; count += 1) {
      await send('createGroup', {}, {name: `Choir ${count}`});
    }
    return 0;
  };
  const {cases, sites} = await check(many);
  const checkedCalls = (check: string, variant: string) =>
    cases.filter(one => one.check === check && one.variant === variant).map(({call}) => call?.nth);
  t.deepEqual(checkedCalls('refused', '503'), [1, 2, 4]);
  t.deepEqual(checkedCalls('refused', '429'), [1]);
  t.is(sites.length, 1);
  t.like(sites[0], {operation: 'createGroup', keys: 'name', calls: 4});
  const ofSite = cases.filter(({site}) => site === 0).length;
  t.true(ofSite <= 15);
  const whole = await check(many, {all: true});
  t.is(whole.sites[0]!.pruned, 0);
  t.is(whole.cases.filter(({site}) => site === 0).length, ofSite + sites[0]!.pruned);
});

test('a case can be run alone by its id', async t => {
  const {cases} = await check(choir);
  const [wanted] = cases.filter(({variant}) => variant === '503');
  const again = await check(choir, {case: wanted!.id});
  t.deepEqual(again.cases, [wanted]);
  await t.throwsAsync(check(choir, {case: '00000000'}), {message: /There is no case 00000000/});
});

test('known cases do not fail the check, and unused or expired ones are listed', async t => {
  const swallowing: Client = async send => choir(send).catch(() => 0);
  const known = [
    {operation: 'createGroup', verdict: 'lost', reason: 'a second sync makes up for it'},
    {operation: 'createGift', verdict: 'lost', reason: 'mended'},
    {verdict: 'lost', reason: 'over', until: '2020-01-01'},
  ] as const;
  const result = await check(swallowing, {cases: known});
  t.false(result.failed);
  const lost = result.cases.filter(({verdict}) => verdict === 'lost');
  t.true(lost.length > 0 && lost.every(one => one.known === 'a second sync makes up for it' && !one.isBad));
  t.deepEqual(result.unusedCases, ['createGift lost', 'lost']);
  const allowed = await check(swallowing, {maxBad: lost.length});
  t.false(allowed.failed);
});

test('assumeMatrix reports the assumptions that a client depends on', async t => {
  const client: Client = async send => {
    const {body} = await send('createKeywordOfCategory', {category_id: 1068}, {name: 'Answered'});
    await send('deleteKeyword', {id: body.id});
    return 0;
  };
  const {cases} = await check(client, {assumeMatrix: true});
  const depends = cases.filter(({verdict}) => verdict === 'depends');
  t.true(depends.some(({variant}) => variant === 'keyword_delete=permanent'));
  t.true(depends.every(({isBad, check}) => !isBad && check === 'assume'));
});

test('an interrupted check returns the results so far', async t => {
  const controller = new AbortController();
  const {skipped} = await check(choir, {
    signal: controller.signal,
    jobs: 1,
    onProgress: ({done}) => done === 3 && controller.abort(),
  });
  t.true(skipped.length > 5);
});

test('a check interrupted before its first two runs end rejects', async t => {
  const controller = new AbortController();
  const client: Client = async send => {
    controller.abort();
    return choir(send);
  };
  await t.throwsAsync(check(client, {signal: controller.signal}), {message: /ended before its first two runs/});
});

test('each account of a client is checked separately', async t => {
  await using sandbox = await startSandbox({constituents: 2});
  await sandbox.account('parish', {assume: 'observed'}).status();
  const {cases} = await sandbox.check(async ({url, key}) => {
    for (const account of [key, 'sbx_parish', 'sbx_new']) {
      await retrying(senderTo(url, account))('createGroup', {}, {name: 'Choir'});
    }
  });
  const lost = cases.filter(({check}) => check === 'lost').map(({call, verdict}) => `${call?.account} ${verdict}`);
  t.deepEqual(new Set(lost), new Set(['default duplicated', 'parish duplicated', 'new duplicated']));
});

test('the before command runs before each run, and a failing one stops the check', async t => {
  await using sandbox = await startSandbox({constituents: 2});
  const client = ({url, key}: {readonly url: string; readonly key: string}) => choir(senderTo(url, key));
  const {cases} = await sandbox.check(client, {before: 'test -n "$CRM_SANDBOX_URL"', patience: 10_000});
  t.true(cases.length > 5);
  await t.throwsAsync(sandbox.check(client, {before: 'echo not today; exit 3'}), {
    message: /not today\nThe command of --before ends with 3/,
  });
});

test('check() rejects arguments of the wrong type and unknown options, by name', async t => {
  await using sandbox = await startSandbox({constituents: 0});
  const refused = async (options: object, client: unknown = choir) =>
    (await t.throwsAsync(sandbox.check(client as never, options), {instanceOf: TypeError})).message;
  t.regex(await refused({jobs: 'two'}), /^check: jobs: must be a whole number, got "two"/);
  t.regex(await refused({job: 2}), /^check: unknown option job; did you mean jobs\?$/);
  t.regex(await refused({cases: [{verdict: 3, reason: 'x'}]}), /^check: cases\.0\.verdict: must be one of healed, /);
  t.regex(
    await refused({}, 'npm run sync'),
    /must be a function, or a command such as \{command: .*, got "npm run sync"$/,
  );
});

test('checkLostAnswers() throws and names its replacement', async t => {
  await using sandbox = await startSandbox({constituents: 0});
  t.throws(() => sandbox.checkLostAnswers(), {message: /use sandbox.check\(run, options\)/});
});

const unfit: ReadonlyArray<readonly [string, Client, RegExp]> = [
  ['fails without faults', async () => 3, /ends with 3; it must succeed first/],
  ['sends nothing', async () => 0, /sent no request to CRM_SANDBOX_URL/],
  [
    'only reads',
    async send => {
      await send('listGroups', {});
      return 0;
    },
    /changes nothing/,
  ],
  [
    'is rejected each time',
    async send => {
      await send('updateConstituent', {id: 1}, {nick_name: 'x'});
      return 0;
    },
    /Every write of the command was refused/,
  ],
  [
    'writes different data each time',
    (() => {
      let count = 0;
      return async (send: Send) => {
        count += 1;
        await send('createGroup', {}, {name: 'Choir'});
        if (count > 1) {
          await send('createGroup', {}, {name: 'Choir'});
        }
        return 0;
      };
    })(),
    /Two runs without faults write different data.*groups \d+: only the second run creates it/,
  ],
];

for (const [behavior, client, reason] of unfit) {
  test(`a check of a command that ${behavior} is rejected`, async t => {
    const error = await t.throwsAsync(check(client), {instanceOf: RefusedCheck});
    t.regex(error.message, reason);
  });
}

test('check runs apply the overrides from the start options and those added later', async t => {
  const reason = 'as seen on the service';
  const override = {operation: 'listGroups', patch: {total_items: 3}, reason};
  await using sandbox = await startSandbox({constituents: 2, overrides: [override]});
  await sandbox.override({...override, patch: {offset: 4}});
  const pages = new Set<string>();
  const {cases} = await sandbox.check(async ({url, key}) => {
    const send = senderTo(url, key);
    const {status, body} = await send('listGroups', {});
    await send('createGroup', {}, {name: 'Choir'});
    if (status === 200) {
      const {total_items: total, offset} = body as {total_items: number; offset?: number};
      pages.add(`${total} ${offset}`);
    }
  });
  t.deepEqual([...pages], ['3 4']);
  t.true(cases.length > 3);
});
