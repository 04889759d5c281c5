import test from 'ava';
import {type Assume, readAssume, type SwitchEntry, settingsOf, switches} from '../../src/settings.js';
import {adminOf} from '../support/admin.js';
import {created, newConstituent} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

const names = Object.keys(switches);

test('GET /_sandbox lists each switch: what it holds, what it could, and how well that is known', async t => {
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

test('each word turns a switch to a value that it has', t => {
  const entries: ReadonlyArray<readonly [string, SwitchEntry]> = Object.entries(switches);
  for (const [name, {values, observed = values[0], contract = values[0]}] of entries) {
    t.true(values.includes(observed), name);
    t.true(values.includes(contract), name);
  }
});

test('assumptions are read as an object, a text or a list', t => {
  const same: readonly Assume[] = [
    {keyword_delete: 'ignore'},
    'keyword_delete=ignore',
    ['keyword_delete=ignore'],
    'contract,keyword_delete=ignore',
  ];
  for (const asked of same) {
    t.deepEqual(settingsOf({assume: asked}).assume, {...settingsOf().assume, keyword_delete: 'ignore'});
  }
  t.deepEqual(readAssume('no_such=1'), {no_such: '1'} as object, 'who checks them is told of each by its name');
});

test('two accounts answer differently side by side, and only where they were told to', async t => {
  const sandbox = await startTestSandbox(t);
  const admin = adminOf(sandbox);
  const made = await created(admin.post('/accounts', {name: 'seen', assume: 'observed,keyword_delete=ignore'}));
  t.like(made.assume, {required_fields: 'observed', keyword_delete: 'ignore'});
  await created(admin.post('/accounts', {name: 'plain'}));
  const [seen, plain] = ['sbx_seen', 'sbx_plain'].map(key => adminOf(sandbox, key));
  const give = async ({api}: ReturnType<typeof adminOf>) => {
    const {id} = await newConstituent(api as never);
    return api.post(`constituents/${id}/gifts`, {received_amount: 5});
  };
  t.like((await give(seen!)).body, {gift_type_id: 1, gift_type_name: 'Gift'});
  const refused = await give(plain!);
  t.is(refused.status, 422);
  t.regex(refused.body.description, /--assume required_fields=observed/);
  t.is((await seen!.get()).body.settings.assume.required_fields, 'observed');
  t.is((await plain!.get()).body.settings.assume.required_fields, 'contract');
  const copy = await created(admin.post('/accounts', {name: 'copy', from: {account: 'seen'}}));
  t.deepEqual(copy.assume, made.assume, 'a copy answers as what it was copied from');
  await created(seen!.post('/reset'));
  t.is((await give(seen!)).status, 200, 'a reset is of the data');
});

test('an account that is made in the process may have its own, too', async t => {
  const sandbox = await startTestSandbox(t);
  const handle = sandbox.account('mine', {assume: {required_fields: 'observed'}});
  t.is((await handle.status()).settings.assume.required_fields, 'observed');
  t.throws(() => sandbox.account('mine', {assume: 'contract'}), {message: /There is an account "mine" already/});
  t.is(sandbox.account('mine').name, 'mine');
  t.throws(() => sandbox.account('other', {assume: 'no_such=1'}), {instanceOf: TypeError, message: /unknown no_such/});
});

test('an account is refused with an assumption that there is not', async t => {
  const sandbox = await startTestSandbox(t);
  const {status, body} = await adminOf(sandbox).post('/accounts', {assume: {keyword_delete: 'gone'}});
  t.is(status, 422);
  t.is(body.description, 'assume.keyword_delete: must be one of archive, permanent, ignore, got "gone"');
  t.is((await adminOf(sandbox).post('/accounts', {assume: 'sure'})).status, 422);
});
