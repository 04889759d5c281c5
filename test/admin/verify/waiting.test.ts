import {getEventListeners, setMaxListeners} from 'node:events';
import {setTimeout as pause, setImmediate} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import type {AdminContext} from '../../../src/admin/admin-operation.js';
import {VerificationRefusal} from '../../../src/admin/verify/failure.js';
import {operations} from '../../../src/resources/index.js';
import {makeGroup, openContext, verifyIn} from './support.js';

const group = {operation: 'createGroup'};

/** Counts who listens to the journal of the account. */
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

/** Counts the timers that are set to four minutes, which nobody else sets; other files work in the same process. */
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

test.serial('a verification that waits is woken by the request that it waits for', async t => {
  const context = await openContext();
  makeGroup(context, 'Choir');
  const waiting = verifyIn(context, {...group, body: {name: 'Band'}, within: '2m'});
  const controls: string[] = [];
  context.exchanges.subscribeControls(({operation}) => controls.push(operation));
  await setImmediate();
  t.is(context.waiters.size, 1);
  makeGroup(context, 'Board');
  await setImmediate();
  t.is(context.waiters.size, 1);
  makeGroup(context, 'Band');
  t.deepEqual(
    (await waiting).exchanges.map(({seq}) => seq),
    [3],
  );
  t.is(context.waiters.size, 0);
  t.deepEqual(controls, [], 'to look is no change of the sandbox');
});

test.serial('what is there already is not waited for, and what is too much is told at once', async t => {
  const context = await openContext();
  makeGroup(context, 'Choir');
  await verifyIn(context, {...group, times: 1, within: '5m'});
  const never = verifyIn(context, {...group, times: {max: 1}, within: '5m'});
  makeGroup(context, 'Band');
  await t.throwsAsync(never, {
    message: /^Expected at most once: createGroup, within 5m; Found 2 among 2 requests: #1, #2$/,
  });
});

test.serial('never is waited out, and so is what there may be some of', async t => {
  const context = await openContext();
  const start = performance.now();
  await verifyIn(context, {...group, times: 0, within: '60ms'});
  await verifyIn(context, {...group, times: {max: 2}, within: 'PT0.06S'});
  t.true(performance.now() - start >= 115);
  await t.throwsAsync(verifyIn(context, {...group, within: '20ms'}), {
    message: /^Expected at least once: createGroup, within 20ms; Found none/,
  });
});

test.serial('fifty that wait, through resets, evictions and clients that leave, leave nothing behind', async t => {
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
    makeGroup(context, index < 3 ? `group ${index}` : 'another'); // the first are evicted before the last came
  }
  t.true(context.journal.of('default').lastEvicted >= 3);
  await setImmediate();
  t.is(context.waiters.size, 28);
  context.journal.of('default').clear();
  const ends = await Promise.all(one);
  const count = (how: string) => ends.filter(end => end === how).length;
  t.deepEqual([count('holds'), count('reset')], [12, 28]);
  t.is(ends.filter(end => end.startsWith('The sandbox is closing')).length, 10);
  t.deepEqual([context.waiters.size, listeners(), timers()], [0, 0, 0]);
  for (const {signal} of clients) {
    t.is(getEventListeners(signal, 'abort').length, 0);
  }
});

test.serial('what was seen while it was waited counts, kept or not', async t => {
  const context = await openContext();
  const waiting = verifyIn(context, {...group, body: {name: 'Choir'}, times: 2, within: '4m'});
  makeGroup(context, 'Choir');
  for (let index = 0; index < 1000; index += 1) {
    makeGroup(context, 'another');
  }
  makeGroup(context, 'Choir');
  const {count, exchanges} = await waiting;
  t.deepEqual([count, exchanges.map(({seq}) => seq)], [2, [1002]]);
});

test.serial('no more than a thousand wait at a time', async t => {
  const context = await openContext();
  const client = new AbortController();
  setMaxListeners(0, client.signal);
  const waiting = Array.from({length: 1000}, () =>
    endOf(verifyIn({...context, signal: client.signal}, {...group, within: '4m'})),
  );
  await setImmediate();
  await t.throwsAsync(verifyIn(context, {...group, within: '4m'}), {message: /^1000 verifications wait already/});
  await t.throwsAsync(verifyIn(context, group), {instanceOf: VerificationRefusal}, 'without waiting, it is looked at');
  client.abort();
  await Promise.all(waiting);
  t.is(context.waiters.size, 0);
});

test.serial('a request counts once, whether it is seen before it is answered or after', async t => {
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
  t.is(context.waiters.size, 2, 'another account is not looked at');
  unanswered.receive(request);
  t.like((await waiting).exchanges[0], {seq: null, status: null, change: null, method: 'POST', body: {name: 'Choir'}});
  await t.throwsAsync(verifyIn(context, group), {message: /Found none among 0 requests/});
  unanswered.answered(request, 1);
  makeGroup(context, 'Choir');
  makeGroup(context, 'Choir');
  t.deepEqual(
    (await twice).exchanges.map(({seq}) => seq),
    [1, 2],
  );
  t.deepEqual(
    (await verifyIn(context, {...received, times: 2})).exchanges.map(({seq}) => seq),
    [1, 2],
  );
});
