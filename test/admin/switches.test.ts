import test from 'ava';
import {type Assume, readAssume, type SwitchEntry, settingsOf, switches} from '../../src/settings.js';
import {adminOf} from '../support/admin.js';
import {created, newConstituent} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

const names = Object.keys(switches);

test('GET /_sandbox lists each switch with its value, possible values and grade', async t => {
  const sandbox = await startTestSandbox(t, {assume: 'observed'});
  const {body} = await adminOf(sandbox).get();
  t.deepEqual(
    body.switches.map(({name}: {name: string}) => name),
    names,
  );
  for (const entry of body.switches) {
    t.deepEqual(Object.keys(entry), ['name', 'value', 'default', 'values', 'observed', 'contract', 'grade', 'about']);
    t.true(entry.values.includes(entry.value));
    t.is(entry.value, entry.observed ?? entry.default, entry.name);
    t.is(entry.default, entry.values[0]);
    t.true(['observed', 'declared', 'inferred', 'assumed'].includes(entry.grade));
  }
  t.deepEqual(body.settings.assume, settingsOf({assume: 'observed'}).assume);
});

test('the observed and contract values of each switch are among its values', t => {
  const entries: ReadonlyArray<readonly [string, SwitchEntry]> = Object.entries(switches);
  for (const [name, {values, observed = values[0], contract = values[0]}] of entries) {
    t.true(values.includes(observed), name);
    t.true(values.includes(contract), name);
  }
});

test('assumptions can be an object, a string or a list', t => {
  const same: readonly Assume[] = [
    {keyword_delete: 'ignore'},
    'keyword_delete=ignore',
    ['keyword_delete=ignore'],
    'contract,keyword_delete=ignore',
  ];
  for (const assume of same) {
    t.deepEqual(settingsOf({assume}).assume, {...settingsOf().assume, keyword_delete: 'ignore'});
  }
  t.deepEqual(readAssume('no_such=1'), {no_such: '1'} as object, 'readAssume passes unknown names on to validation');
});

test('each account has its own assumptions, which copies and resets keep', async t => {
  const sandbox = await startTestSandbox(t);
  const admin = adminOf(sandbox);
  const account = await created(admin.post('/accounts', {name: 'observed', assume: 'observed,keyword_delete=ignore'}));
  t.like(account.assume, {required_fields: 'observed', keyword_delete: 'ignore'});
  await created(admin.post('/accounts', {name: 'plain'}));
  const [observed, plain] = ['sbx_observed', 'sbx_plain'].map(key => adminOf(sandbox, key));
  const give = async ({api}: ReturnType<typeof adminOf>) => {
    const {id} = await newConstituent(api as never);
    return api.post(`constituents/${id}/gifts`, {received_amount: 5});
  };
  t.like((await give(observed!)).body, {gift_type_id: 1, gift_type_name: 'Gift'});
  const refused = await give(plain!);
  t.is(refused.status, 422);
  t.regex(refused.body.description, /--assume required_fields=observed/);
  t.is((await observed!.get()).body.settings.assume.required_fields, 'observed');
  t.is((await plain!.get()).body.settings.assume.required_fields, 'contract');
  const copy = await created(admin.post('/accounts', {name: 'copy', from: {account: 'observed'}}));
  t.deepEqual(copy.assume, account.assume, 'a copy has the assumptions of its original');
  await created(observed!.post('/reset'));
  t.is((await give(observed!)).status, 200, 'a reset only affects the data');
});

test('sandbox.account() accepts assumptions for a new account', async t => {
  const sandbox = await startTestSandbox(t);
  const handle = sandbox.account('mine', {assume: {required_fields: 'observed'}});
  t.is((await handle.status()).settings.assume.required_fields, 'observed');
  t.throws(() => sandbox.account('mine', {assume: 'contract'}), {message: /There is an account "mine" already/});
  t.is(sandbox.account('mine').name, 'mine');
  t.throws(() => sandbox.account('other', {assume: 'no_such=1'}), {instanceOf: TypeError, message: /unknown no_such/});
});

test('creating an account with an unknown assumption is rejected', async t => {
  const sandbox = await startTestSandbox(t);
  const {status, body} = await adminOf(sandbox).post('/accounts', {assume: {keyword_delete: 'gone'}});
  t.is(status, 422);
  t.is(body.description, 'assume.keyword_delete: must be one of archive, permanent, ignore, got "gone"');
  t.is((await adminOf(sandbox).post('/accounts', {assume: 'sure'})).status, 422);
});
