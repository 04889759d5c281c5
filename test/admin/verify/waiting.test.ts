import {getEventListeners, setMaxListeners} from 'node:events';
import {setTimeout as pause, setImmediate} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import type {AdminContext} from '../../../src/admin/admin-operation.js';
import {VerificationRefusal} from '../../../src/admin/verify/failure.js';
import {operations} from '../../../src/resources/index.js';
import {openContext, publishGroup, verifyIn} from './support.js';

const group = {operation: 'createGroup'};

/** Counts the listeners of the account's journal. */
function countListeners({journal}: AdminContext): () => number {
  const account = journal.of('default');
  const listen = account.listen.bind(account);
  let count = 0;
  account.listen = listener => {
    count += 1;
    const end = listen(listener);
    return () => {
      count -= 1;
      end();
    };
  };
  return () => count;
}

/** Counts timers of four minutes, which only these tests set; other files run in the same process. */
function countTimers(t: ExecutionContext): () => number {
  const set = new Set<unknown>();
  const {setTimeout, clearTimeout} = globalThis;
  globalThis.setTimeout = ((call: (value: unknown) => void, delay: number, value: unknown) => {
    const timer = setTimeout(call, delay, value);
    if (delay === 4 * 60_000) {
      set.add(timer);
    }
    return timer;
  }) as typeof setTimeout;
  globalThis.clearTimeout = (timer => {
    set.delete(timer);
    clearTimeout(timer);
  }) as typeof clearTimeout;
  t.teardown(() => Object.assign(globalThis, {setTimeout, clearTimeout}));
  return () => set.size;
}

const endOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'holds',
    (error: Error) =>
      error instanceof VerificationRefusal ? (error.failure.reset ? 'reset' : 'fails') : error.message,
  );

test.serial('a waiting verification resolves when the expected request arrives', async t => {
  const context = await openContext();
  publishGroup(context, 'Choir');
  const waiting = verifyIn(context, {...group, body: {name: 'Band'}, within: '2m'});
  const controls: string[] = [];
  context.exchanges.subscribeControls(({operation}) => controls.push(operation));
  await setImmediate();
  t.is(context.waiters.size, 1);
  publishGroup(context, 'Board');
  await setImmediate();
  t.is(context.waiters.size, 1);
  publishGroup(context, 'Band');
  t.deepEqual(
    (await waiting).exchanges.map(({seq}) => seq),
    [3],
  );
  t.is(context.waiters.size, 0);
  t.deepEqual(controls, [], 'a verification does not change the sandbox');
});

test.serial('a verification that already holds or can no longer hold ends without waiting', async t => {
  const context = await openContext();
  publishGroup(context, 'Choir');
  await verifyIn(context, {...group, times: 1, within: '5m'});
  const never = verifyIn(context, {...group, times: {max: 1}, within: '5m'});
  publishGroup(context, 'Band');
  await t.throwsAsync(never, {
    message: /^Expected at most once: createGroup, within 5m; Found 2 among 2 requests: #1, #2$/,
  });
});

test.serial('a verification with a maximum waits for the whole time', async t => {
  const context = await openContext();
  const start = performance.now();
  await verifyIn(context, {...group, times: 0, within: '60ms'});
  await verifyIn(context, {...group, times: {max: 2}, within: 'PT0.06S'});
  t.true(performance.now() - start >= 115);
  await t.throwsAsync(verifyIn(context, {...group, within: '20ms'}), {
    message: /^Expected at least once: createGroup, within 20ms; Found none/,
  });
});

test.serial('waiting verifications leave no listeners or timers after resets, evictions and disconnects', async t => {
  const context = await openContext();
  const listeners = countListeners(context);
  const timers = countTimers(t);
  const clients = Array.from({length: 50}, () => new AbortController());
  const wait = (names: (index: number) => string, phase: (index: number) => string) =>
    clients.map(({signal}, index) =>
      endOf(verifyIn({...context, signal}, {...group, body: {name: names(index)}, within: '4m', phase: phase(index)})),
    );
  const one = wait(
    index => `group ${index % 10}`,
    index => (index % 2 === 0 ? 'answered' : 'received'),
  );
  await setImmediate();
  t.deepEqual([context.waiters.size, listeners(), timers()], [50, 50, 50]);
  for (const client of clients.slice(40)) {
    client.abort();
  }
  for (let index = 0; index < 1100; index += 1) {
    publishGroup(context, index < 3 ? `group ${index}` : 'another'); // the first are evicted before the last arrive
  }
  t.true(context.journal.of('default').lastEvicted >= 3);
  await setImmediate();
  t.is(context.waiters.size, 28);
  context.journal.of('default').clear();
  const ends = await Promise.all(one);
  const count = (outcome: string) => ends.filter(end => end === outcome).length;
  t.deepEqual([count('holds'), count('reset')], [12, 28]);
  t.is(ends.filter(end => end.startsWith('The sandbox is closing')).length, 10);
  t.deepEqual([context.waiters.size, listeners(), timers()], [0, 0, 0]);
  for (const {signal} of clients) {
    t.is(getEventListeners(signal, 'abort').length, 0);
  }
});

test.serial('a waiting verification counts matching requests even after they are evicted', async t => {
  const context = await openContext();
  const waiting = verifyIn(context, {...group, body: {name: 'Choir'}, times: 2, within: '4m'});
  publishGroup(context, 'Choir');
  for (let index = 0; index < 1000; index += 1) {
    publishGroup(context, 'another');
  }
  publishGroup(context, 'Choir');
  const {count, exchanges} = await waiting;
  t.deepEqual([count, exchanges.map(({seq}) => seq)], [2, [1002]]);
});

test.serial('at most a thousand verifications can wait at a time', async t => {
  const context = await openContext();
  const client = new AbortController();
  setMaxListeners(0, client.signal);
  const waiting = Array.from({length: 1000}, () =>
    endOf(verifyIn({...context, signal: client.signal}, {...group, within: '4m'})),
  );
  await setImmediate();
  await t.throwsAsync(verifyIn(context, {...group, within: '4m'}), {message: /^1000 verifications wait already/});
  await t.throwsAsync(
    verifyIn(context, group),
    {instanceOf: VerificationRefusal},
    'a verification without waiting still runs',
  );
  client.abort();
  await Promise.all(waiting);
  t.is(context.waiters.size, 0);
});

test.serial('a request is counted once, both before and after it is answered', async t => {
  const context = await openContext();
  const {unanswered} = context.exchanges;
  const ref = {seq: undefined};
  const request = {
    account: 'default',
    ref,
    operation: operations.find(({id}) => id === 'createGroup')!,
    method: 'POST',
    url: '/api/v1/groups',
    query: {},
    body: {name: 'Choir'},
    client: {},
  };
  const received = {...group, phase: 'received'};
  const waiting = verifyIn(context, {...received, within: '4m'});
  const twice = verifyIn(context, {...received, times: 2, within: '4m'});
  unanswered.receive({...request, account: 'other', ref: {...ref}});
  await pause(5);
  t.is(context.waiters.size, 2, 'requests of other accounts are ignored');
  unanswered.receive(request);
  t.like((await waiting).exchanges[0], {seq: null, status: null, change: null, method: 'POST', body: {name: 'Choir'}});
  await t.throwsAsync(verifyIn(context, group), {message: /Found none among 0 requests/});
  unanswered.complete(request, 1);
  publishGroup(context, 'Choir');
  publishGroup(context, 'Choir');
  t.deepEqual(
    (await twice).exchanges.map(({seq}) => seq),
    [1, 2],
  );
  t.deepEqual(
    (await verifyIn(context, {...received, times: 2})).exchanges.map(({seq}) => seq),
    [1, 2],
  );
});
