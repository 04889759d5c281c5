import test from 'ava';
import {exchangeRaw} from '../support/raw-exchange.js';
import {startTestSandbox} from '../support/sandbox.js';

test('fault rules are set, added, listed with their hits, and removed', async t => {
  const sandbox = await startTestSandbox(t);
  t.deepEqual((await sandbox.get('/_sandbox/faults')).body, {rules: []});
  const {body: set} = await sandbox.put('/_sandbox/faults', {
    rules: ['createGroup#2:lost', {id: 'mine', fault: {status: 503}, nth: 9}],
  });
  t.like(set.rules[0], {
    id: 'fault-1',
    account: 'default',
    operation: 'createGroup',
    nth: 2,
    when: 'after-commit',
    fault: {reset: true},
    from: 'test',
    seen: 0,
    hits: 0,
    requests: [],
  });
  t.regex(set.rules[0].expires_at, /Z$/);
  const {body: added} = await sandbox.post('/_sandbox/faults', {
    operation: 'showGift',
    match: {path: '/api/v1/gifts/{id}'},
    fault: {hold: true},
    ttl: null,
  });
  t.like(added.rules[2], {id: 'fault-2', operation: 'showGift', match: {path: '/api/v1/gifts/{id}'}, expires_at: null});
  await exchangeRaw(sandbox.port, {body: {name: 'one'}});
  await exchangeRaw(sandbox.port, {body: {name: 'two'}});
  const {rules} = (await sandbox.get('/_sandbox/faults')).body;
  t.deepEqual(
    rules.map(({seen, hits}: {seen: number; hits: number}) => [seen, hits]),
    [
      [2, 1],
      [2, 0],
      [0, 0],
    ],
  );
  t.is(rules[0].requests.length, 1);
  t.is((await sandbox.delete('/_sandbox/faults/mine')).body.rules.length, 2);
  const gone = await sandbox.delete('/_sandbox/faults/mine');
  t.is(gone.status, 404);
  t.is(gone.body.description, 'There is no fault "mine"; GET /_sandbox/faults lists all');
  t.deepEqual((await sandbox.delete('/_sandbox/faults')).body, {rules: []});
});

test('a rule added over HTTP expires after an hour by default; one added by fault() never expires', async t => {
  const sandbox = await startTestSandbox(t);
  const before = Date.now();
  await sandbox.post('/_sandbox/faults', {rules: ['*:hold']});
  await sandbox.fault('*:hold');
  const [first, second] = await sandbox.faults();
  const lasts = Date.parse(first!.expires_at!) - before;
  t.true(lasts > 3_590_000 && lasts < 3_700_000, `${lasts}`);
  t.is(second!.expires_at, null);
});

test('all=true sets and lists rules of every account, atomically', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.get('/api/v1/groups', {key: 'sbx_a'});
  const {body} = await sandbox.post('/_sandbox/faults?all=true', {rules: ['*:503']});
  t.deepEqual(body.rules.map(({account}: {account: string}) => account).sort(), ['a', 'default']);
  t.is((await sandbox.get('/_sandbox/faults')).body.rules.length, 1);
  await sandbox.post('/_sandbox/faults', {id: 'twice', fault: {hold: true}}, {key: 'sbx_a'});
  t.is((await sandbox.post('/_sandbox/faults?all=true', {id: 'twice', fault: {hold: true}})).status, 400);
  t.is((await sandbox.get('/_sandbox/faults?all=true')).body.rules.length, 3, 'no account got the rule');
  t.is((await sandbox.delete('/_sandbox/faults?all=true')).body.rules.length, 0);
});

test("outage-5m ends after five minutes of the account's clock, and a reset restarts it", async t => {
  const sandbox = await startTestSandbox(t, {scenario: 'outage-5m'});
  const status = async () => (await sandbox.post('/api/v1/groups', {name: 'Choir'})).status;
  t.is(await status(), 503);
  await sandbox.clock.advance('PT4M59S');
  t.is(await status(), 503);
  await sandbox.clock.advance('PT1S');
  t.is(await status(), 200);
  await sandbox.post('/_sandbox/reset');
  t.is(await status(), 503);
});

test('a scenario is set by name', async t => {
  const sandbox = await startTestSandbox(t);
  const {body} = await sandbox.put('/_sandbox/faults', {scenario: 'lost-gift'});
  t.like(body.rules[0], {id: 'lost-gift', operation: 'createGiftOfConstituent', nth: 1});
  const wrong = await sandbox.put('/_sandbox/faults', {scenario: 'lost-gfit'});
  t.is(wrong.body.description, 'scenario: there is no "lost-gfit"; did you mean lost-gift?');
  t.is((await sandbox.get('/_sandbox/faults')).body.rules.length, 1, 'a rejected request changes nothing');
});

test('an unknown field, operation or fault is a 400 with a suggestion', async t => {
  const sandbox = await startTestSandbox(t);
  const descriptions: ReadonlyArray<readonly [body: object, description: string]> = [
    [{rulse: []}, 'rulse: unknown field; did you mean rules?'],
    [{fualt: {reset: true}}, 'fualt: unknown field; did you mean fault?'],
    [{fault: {rest: true}}, 'rule.fault.rest: unknown field; did you mean reset?'],
    [
      {operation: 'createGitf', fault: {reset: true}},
      'rule.operation: there is no "createGitf"; did you mean createGift?',
    ],
    [{rules: ['*:rest']}, 'rules[0]: "*:rest", character 3: there is no fault "rest"; did you mean reset?'],
    [
      {rules: [], fault: {reset: true}},
      'The body is a rule, or has rules or a scenario: fault cannot stand beside them',
    ],
    [{}, 'The body has no rules and no scenario; {"rules": []} is none'],
  ];
  for (const [body, description] of descriptions) {
    const reply = await sandbox.post('/_sandbox/faults', body);
    t.is(reply.status, 400, description);
    t.is(reply.body.description, description);
  }
  t.is((await sandbox.put('/_sandbox/faults', {fault: {reset: true}})).body.description, 'fault: unknown field');
});

test('a reset removes rules unless keep=faults; rules of the start options stay', async t => {
  const sandbox = await startTestSandbox(t, {faults: 'createGift:500', scenario: ['lost-gift']});
  await sandbox.fault('*:hold');
  await sandbox.post('/_sandbox/faults', {rules: ['*:503']});
  const ids = async () => (await sandbox.faults()).map(({id}) => id);
  const all = ['fault-1', 'fault-2', 'start-1', 'lost-gift'];
  t.deepEqual(await ids(), all);
  await sandbox.reset('baseline', {keep: ['faults']});
  t.deepEqual(await ids(), all);
  t.is((await sandbox.post('/_sandbox/reset?keep=faults')).status, 200);
  t.deepEqual(await ids(), all);
  t.is((await sandbox.post('/_sandbox/reset?keep=fault')).status, 400);
  await sandbox.reset();
  t.deepEqual(await ids(), ['start-1', 'lost-gift']);
  t.is((await sandbox.delete('/_sandbox/faults')).body.rules.length, 2);
  const refused = await sandbox.delete('/_sandbox/faults/start-1');
  t.is(refused.status, 409);
  t.regex(refused.body.description, /"start-1" was given at the start/);
});

test('fault rules of the start options apply to every account, counted separately', async t => {
  const sandbox = await startTestSandbox(t, {faults: ['listGroups#2:503']});
  for (const key of ['sandbox-key', 'sbx_a']) {
    const get = async () => (await exchangeRaw(sandbox.port, {method: 'GET', key})).status;
    t.deepEqual([await get(), await get(), await get()], [200, 503, 200]);
  }
});

test('the disposer returned by fault() removes the rule and is idempotent', async t => {
  const sandbox = await startTestSandbox(t);
  const remove = await sandbox.fault({operation: 'listGroups', fault: {status: 503}});
  t.is((await exchangeRaw(sandbox.port, {method: 'GET'})).status, 503);
  t.like(await remove.status(), {hits: 1});
  await remove();
  await remove();
  t.is(await remove.status(), undefined);
  t.is((await exchangeRaw(sandbox.port, {method: 'GET'})).status, 200);
  const again = await sandbox.fault('*:503');
  await (again as unknown as Record<symbol, () => Promise<void>>)[Symbol.asyncDispose]!();
  t.deepEqual(await sandbox.faults(), []);
  await t.throwsAsync(sandbox.fault('*:rest'), {message: /did you mean reset\?/});
});

test('a disposer does not remove a later rule that reuses its id after a reset', async t => {
  const sandbox = await startTestSandbox(t);
  const first = await sandbox.fault('*:503');
  await sandbox.reset();
  const second = await sandbox.fault('*:500');
  t.is(first.id, second.id);
  await first();
  t.is((await sandbox.faults()).length, 1);
});

test('an invalid fault in the start options is a TypeError', async t => {
  const {startSandbox} = await import('../../src/sandbox/start-sandbox.js');
  await t.throwsAsync(startSandbox({faults: ['*:rest']}), {
    instanceOf: TypeError,
    message: 'startSandbox: faults[0]: "*:rest", character 3: there is no fault "rest"; did you mean reset?',
  });
  await t.throwsAsync(startSandbox({scenario: 'lost'}), {
    instanceOf: TypeError,
    message: /^startSandbox: scenario: there is no "lost"/,
  });
  await t.throwsAsync(startSandbox({faults: 7 as never}), {
    instanceOf: TypeError,
    message: /faults: must be a fault, or a list/,
  });
  const twice = {id: 'a', fault: {reset: true}} as const;
  await t.throwsAsync(startSandbox({faults: [twice, twice]}), {message: /two have the id a/});
});
