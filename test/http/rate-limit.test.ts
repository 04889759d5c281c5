import test from 'ava';
import fc from 'fast-check';
import {SlidingWindow} from '../../src/http/guard/rate-limit.js';
import {adminOf} from '../support/admin.js';
import {startTestSandbox, type TestSandbox} from '../support/sandbox.js';

const groups = '/api/v1/groups';

/** Sends requests one after another and returns their statuses. */
async function sendRequests(sandbox: TestSandbox, times: number, key = sandbox.key): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push((await sandbox.get(groups, {key})).status);
  }
  return statuses;
}

test('requests are unlimited without rateLimit', async t => {
  const sandbox = await startTestSandbox(t);
  t.deepEqual(new Set(await sendRequests(sandbox, 310)), new Set([200]));
});

test('a request over the limit is a 429 with Retry-After by the account’s clock', async t => {
  const sandbox = await startTestSandbox(t, {rateLimit: 3});
  t.deepEqual(await sendRequests(sandbox, 2), [200, 200]);
  await sandbox.clock.advance('PT1M30S');
  t.deepEqual(await sendRequests(sandbox, 2), [200, 429]);
  const refused = await sandbox.post(groups, {name: 'Choir'});
  t.is(refused.status, 429);
  t.is(refused.headers.get('retry-after'), '210');
  t.deepEqual(refused.body, {
    api_version: '1.0',
    error: 'Too Many Requests',
    description:
      "This key may make 3 requests in any five minutes; by the account's clock it may make the next one in 210 s",
  });
  t.is((await sandbox.diff()).total.created, 0);
  await sandbox.clock.advance('PT3M29S');
  t.is((await sandbox.get(groups)).headers.get('retry-after'), '1');
  await sandbox.clock.advance('PT1S');
  t.deepEqual(await sendRequests(sandbox, 3), [200, 200, 429], 'two of the three requests have left the window');
  await sandbox.clock.advance('PT1M30S');
  t.deepEqual(await sendRequests(sandbox, 2), [200, 429]);
});

test('each key is counted separately, even within one account', async t => {
  const sandbox = await startTestSandbox(t, {rateLimit: 1, keys: ['another']});
  for (const key of ['sandbox-key', 'another', 'sandbox-readonly-key', 'sbx_one', 'sbx_two']) {
    t.deepEqual(await sendRequests(sandbox, 2, key), [200, 429], key);
  }
});

test('a key is counted once, whether sent as access_token or Basic user', async t => {
  const sandbox = await startTestSandbox(t, {rateLimit: 1});
  t.is((await sandbox.get(`${groups}?access_token=sandbox-key`, {key: null})).status, 200);
  const basic = {authorization: `Basic ${Buffer.from('sandbox-key:').toString('base64')}`};
  t.is((await sandbox.get(groups, {key: null, headers: basic})).status, 429);
});

test('failed requests are counted; unauthorized, forbidden and admin requests are not', async t => {
  const sandbox = await startTestSandbox(t, {rateLimit: 2});
  for (let time = 0; time < 3; time += 1) {
    t.is((await sandbox.get('/health')).status, 200);
    t.is((await sandbox.get('/_sandbox')).status, 200);
    t.is((await sandbox.get(groups, {key: 'nobody'})).status, 401);
    t.is((await sandbox.get(groups, {key: 'sandbox-blocked-key'})).status, 403);
    t.is((await sandbox.post(groups, {}, {key: 'sandbox-readonly-key'})).status, 403);
  }
  t.is((await sandbox.post(groups, {})).status, 422);
  t.is((await sandbox.get('/api/v1/nothing')).status, 404);
  t.is((await sandbox.get(groups)).status, 429);
  t.is((await sandbox.get('/health')).status, 200);
  t.is((await sandbox.get(groups, {key: 'sandbox-readonly-key'})).status, 200);
});

test('a reset, a restore and a seed clear the count of their account only', async t => {
  const sandbox = await startTestSandbox(t, {rateLimit: 1});
  const [one, two] = [adminOf(sandbox), adminOf(sandbox)];
  await one.put('/snapshots/here');
  t.deepEqual(await sendRequests(sandbox, 2, two.key!), [200, 429]);
  const replacements: Array<() => Promise<unknown>> = [
    () => one.post('/reset'),
    () => one.post('/snapshots/here/restore'),
    () => one.post('/seed', {constituents: 1}),
  ];
  for (const replaceData of replacements) {
    t.deepEqual(await sendRequests(sandbox, 2, one.key!), [200, 429]);
    await replaceData();
  }
  t.deepEqual(await sendRequests(sandbox, 1, one.key!), [200]);
  t.deepEqual(await sendRequests(sandbox, 1, two.key!), [429]);
});

test('setting the clock back or forward clears the count', async t => {
  const sandbox = await startTestSandbox(t, {rateLimit: 1});
  t.deepEqual(await sendRequests(sandbox, 2), [200, 429]);
  await sandbox.clock.set('2020-01-01');
  t.deepEqual(await sendRequests(sandbox, 2), [200, 429]);
  await sandbox.clock.set('2030-01-01');
  t.deepEqual(await sendRequests(sandbox, 2), [200, 429]);
});

const minutes = 60_000;

test('a sliding window admits exactly the allowed number of requests in any five minutes', t => {
  const step = fc.oneof(fc.nat(minutes), fc.nat(5 * minutes), fc.constant(0), fc.constant(5 * minutes));
  fc.assert(
    fc.property(fc.integer({min: 1, max: 5}), fc.array(step, {maxLength: 60}), (limit, steps) => {
      const recent = new SlidingWindow(limit, 300_000);
      const taken: number[] = [];
      let now = 0;
      for (const step of steps) {
        now += step;
        const inside = taken.filter(at => at > now - 5 * minutes);
        const expected = inside.length < limit ? 0 : inside[0]! + 5 * minutes - now;
        t.is(recent.count(now), expected);
        if (expected === 0) {
          taken.push(now);
        }
      }
    }),
  );
});

test('a sliding window forgets requests that lie in the future after the clock is set back', t => {
  const recent = new SlidingWindow(2, 300_000);
  t.deepEqual([recent.count(1000), recent.count(2000), recent.count(3000)], [0, 0, 298_000]);
  t.is(recent.count(1500), 0, 'the request at 2000 is in the future');
  t.is(recent.count(1600), 299_400);
  t.is(recent.count(301_000), 0, 'the request at 1000 has left the window');
});
