import {createHash} from 'node:crypto';
import test from 'ava';
import {effort, patience} from '../support/effort.js';
import {sendRequest} from '../support/http.js';
import {startTestSandbox, type TestSandbox} from '../support/sandbox.js';

const clients = 50;
const steps = effort(20, 200);

/** A seeded generator, so that every run of a script makes the same choices. */
function choices(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A client that does not validate responses, because the scripts send thousands of requests. */
function client(sandbox: TestSandbox, seed: number) {
  const headers = {authorization: `Bearer sbx_script-${seed}`, 'content-type': 'application/json'};
  const call = async (method: string, path: string, sent?: object) => {
    const body = sent === undefined ? undefined : JSON.stringify(sent);
    return JSON.parse((await sendRequest(`${sandbox.url}${path}`, {method, headers, body})).text);
  };
  return call;
}

type Call = ReturnType<typeof client>;

/** Runs a script of mostly writes, with an occasional reset or snapshot, in its own account. */
async function runScript(call: Call, seed: number): Promise<void> {
  const choose = choices(seed + 1);
  const groupIds: number[] = [];
  const saved = new Set<string>();
  const anyGroup = () => groupIds[choose(groupIds.length)]!;
  for (let step = 0; step < steps; step++) {
    const kind = choose(20);
    if (kind === 0) {
      await call('POST', '/_sandbox/reset');
      groupIds.length = 0;
    } else if (kind === 1) {
      const name = `s${choose(3)}`;
      saved.add(name);
      await call('PUT', `/_sandbox/snapshots/${name}`);
    } else if (kind === 2 && saved.size > 0) {
      await call('POST', `/_sandbox/snapshots/${[...saved][choose(saved.size)]}/restore`);
    } else if (kind === 3) {
      await call('PUT', '/_sandbox/clock', {advance: 'PT1H'});
    } else if (kind < 10 || groupIds.length === 0) {
      groupIds.push((await call('POST', '/api/v1/groups', {name: `Group ${seed} ${step}`})).id);
    } else if (kind < 16) {
      await call('PATCH', `/api/v1/groups/${anyGroup()}`, {name: `Renamed ${step}`});
    } else {
      await call('DELETE', `/api/v1/groups/${anyGroup()}`);
    }
  }
}

/** A hash of everything that a script can change. */
async function stateOf(call: Call): Promise<string> {
  const groups = (await call('GET', '/api/v1/groups?limit=500')).items;
  const {clock, generation, counts, snapshots} = await call('GET', '/_sandbox');
  return createHash('sha256')
    .update(JSON.stringify([groups, clock, generation, counts, snapshots]))
    .digest('hex');
}

test('50 concurrent clients, each with its own key, end in the same state as when run alone', async t => {
  t.timeout(patience);
  const seeds = Array.from({length: clients}, (_, seed) => seed);
  const together = await startTestSandbox(t);
  await Promise.all(seeds.map(seed => runScript(client(together, seed), seed)));
  const alone = await startTestSandbox(t);
  const states = new Set<string>();
  for (const seed of seeds) {
    await runScript(client(alone, seed), seed);
    const expected = await stateOf(client(alone, seed));
    t.is(await stateOf(client(together, seed)), expected, `account ${seed}`);
    states.add(expected);
  }
  t.true(states.size > clients / 2, 'the scripts differ');
});

test('a page read during restores shows one state or the other, never a mixture', async t => {
  const sandbox = await startTestSandbox(t);
  const call = client(sandbox, 0);
  const path = '/api/v1/constituents?limit=500';
  const {items} = await call('GET', path);
  await call('PUT', '/_sandbox/snapshots/old');
  for (const {id} of items) {
    await call('PATCH', `/api/v1/constituents/${id}`, {nick_name: 'new'});
  }
  await call('PUT', '/_sandbox/snapshots/new');
  const pages = {old: 0, new: 0};
  const read = async () => {
    const page = await call('GET', path);
    const renamed = page.items.filter((item: {nick_name: string}) => item.nick_name === 'new').length;
    t.true(renamed === 0 || renamed === items.length, `${renamed} of ${items.length}`);
    t.is(page.items.length, items.length);
    pages[renamed === 0 ? 'old' : 'new'] += 1;
  };
  const rounds = effort(20, 200);
  for (let round = 0; round < rounds; round++) {
    const name = round % 2 === 0 ? 'old' : 'new';
    const restore = () => call('POST', `/_sandbox/snapshots/${name}/restore`);
    await Promise.all(Array.from({length: 21}, (_, index) => (index === 10 ? restore() : read())));
  }
  t.is(pages.old + pages.new, rounds * 20);
  t.true(pages.old > rounds * 2 && pages.new > rounds * 2, `${pages.old} old, ${pages.new} new`);
});
