import test, {type ExecutionContext} from 'ava';
import {requestLine} from '../../../src/cli/commands/requests/filters.js';
import {limits} from '../../../src/limits.js';
import {adminOf} from '../../support/admin.js';
import {startTestSandbox} from '../../support/sandbox.js';

/** Opens an account and sends one request after each step, which begins or ends a mark. */
async function start(t: ExecutionContext, ...steps: object[]) {
  const sandbox = await startTestSandbox(t);
  const admin = adminOf(sandbox);
  for (const step of steps) {
    const {status} = await admin.post('/marks', step);
    t.is(status, 200);
    await admin.api.get('funds');
  }
  const list = async (query = '') => (await admin.get(`/requests${query}`)).body.requests;
  return {sandbox, admin, list};
}

const one = {name: 'pays once'};
const other = {name: 'pays twice'};
const ended = (mark: object) => ({...mark, end: true});
const overlap = {count: 2, marks: ['pays once', 'pays twice']};

test('a request is assigned to the active mark; with two active marks it is unassigned', async t => {
  const {list} = await start(t, one, other, ended(one), ended(other), other);
  t.deepEqual(
    (await list()).map(({mark, unassigned}: {mark: string | null; unassigned: object | null}) => [mark, unassigned]),
    [
      ['pays once', null],
      [null, overlap],
      ['pays twice', null],
      [null, null],
      ['pays twice', null],
    ],
  );
});

test('the response lists the active marks', async t => {
  const {admin} = await start(t, one, one);
  t.deepEqual((await admin.post('/marks', other)).body, {
    name: 'pays twice',
    active: ['pays once', 'pays twice'],
    since: 2,
  });
  t.deepEqual((await admin.post('/marks', {name: null})).body.active, []);
});

test('beginning an active mark or ending an inactive one has no effect', async t => {
  const {list} = await start(t, one, one, ended(other), {name: null}, ended(one));
  t.deepEqual(
    (await list()).map(({mark}: {mark: string | null}) => mark),
    ['pays once', 'pays once', 'pays once', null, null],
  );
});

test('marks are separate for each account; all=true begins and ends those of every account', async t => {
  const {sandbox, admin, list} = await start(t, one);
  const neighbour = adminOf(sandbox, 'sbx_neighbour');
  await neighbour.post('/marks', other);
  await admin.api.get('funds');
  t.is((await list('?mark=pays+once')).length, 2);
  await admin.post('/marks?all=true', {name: null});
  await admin.post('/marks?all=true', {name: 'everywhere'});
  await neighbour.api.get('funds');
  t.is((await neighbour.get('/requests')).body.requests[0].mark, 'everywhere');
  await admin.post('/marks?all=true', {name: null});
  await neighbour.api.get('funds');
  t.is((await neighbour.get('/requests')).body.requests[1].mark, null);
});

test('marks survive a reset and a restore, and a fork has none', async t => {
  const {admin, list, sandbox} = await start(t, one);
  await admin.put('/snapshots/a');
  await admin.post('/snapshots/a/restore');
  await admin.post('/reset');
  await admin.api.get('funds');
  t.deepEqual(
    (await list()).map(({seq, mark}: {seq: number; mark: string | null}) => [seq, mark]),
    [[2, 'pays once']],
  );
  const {body} = await admin.post('/accounts', {name: 'fork', from: {state: 'before:2'}});
  await sandbox.get('/api/v1/funds', {key: body.key});
  t.is((await sandbox.get('/_sandbox/requests', {key: body.key})).body.requests[0].mark, null);
});

test('the filters, the HAR, the log and verify report unassigned requests', async t => {
  const {admin, list} = await start(t, one, other);
  t.deepEqual(
    (await list('?unassigned=true')).map(({seq}: {seq: number}) => seq),
    [2],
  );
  t.is((await list('?unassigned=false')).length, 1);
  const {log} = (await admin.get('/requests?format=har')).body;
  t.deepEqual([log.entries[0]._mark, log.entries[1]._unassigned], ['pays once', overlap]);
  const text = 'unassigned: 2 marks were active at once: "pays once", "pays twice"';
  t.true(requestLine((await list())[1]).includes(`[${text}]`));
  const {status, body} = await admin.post('/verify', {operation: 'listFunds', mark: 'pays twice'});
  t.is(status, 409);
  t.deepEqual(
    body.nearest.map(({seq, misses}: {seq: number; misses: ReadonlyArray<{found: string}>}) => [seq, misses[0]!.found]),
    [
      [2, text],
      [1, 'pays once'],
    ],
  );
});

test('the number of active marks and the marks listed for a request are limited', async t => {
  const {admin, list} = await start(t);
  for (let number = 1; number <= limits.activeMarks; number++) {
    await admin.post('/marks', {name: `test ${number}`});
  }
  const {status, body} = await admin.post('/marks', {name: 'one more'});
  t.is(status, 409);
  t.regex(body.description, /^100 marks are active; end one first, or give each test an account of its own$/);
  t.is((await admin.post('/marks', {name: 'test 7'})).status, 200, 'beginning an active mark is still accepted');
  await admin.api.get('funds');
  const {unassigned} = (await list())[0];
  t.is(unassigned.count, 100);
  t.deepEqual(unassigned.marks.slice(8), ['test 9', 'test 10']);
});

test('an invalid mark is rejected', async t => {
  const {admin} = await start(t);
  for (const body of [
    {},
    {end: true},
    {name: ''},
    {name: 7},
    {name: 'x'.repeat(501)},
    {nam: 'x'},
    {name: 'x', end: 1},
  ]) {
    t.is((await admin.post('/marks', body)).status, 422, JSON.stringify(body));
  }
});
