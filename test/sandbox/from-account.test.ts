import {writeFileSync} from 'node:fs';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {newFolder} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {optionsOf} from '../support/options-here.js';
import {plantedRecords} from '../support/planted-account.js';
import {startTestSandbox} from '../support/sandbox.js';

const {constituents: _people, ...lists} = plantedRecords;

async function accountFile(t: ExecutionContext): Promise<string> {
  const file = path.join(await newFolder(t), 'account.json');
  writeFileSync(file, JSON.stringify({format: 'crm-sandbox account', version: 1, kinds: lists}));
  return file;
}

const fundIds = [3105, 3106];

test('all data that are generated later have the lists of the account, too', async t => {
  const {get, seed, reset, account, ...sandbox} = await startTestSandbox(t, {fromAccount: await accountFile(t)});
  const idsOf = async (key = sandbox.key) =>
    (await get('/api/v1/funds', {key})).body.items.map(({id}: {id: number}) => id);
  t.deepEqual(await idsOf(), fundIds);
  t.is((await seed({seed: 9, constituents: 20})).counts.constituents, 20);
  t.deepEqual(await idsOf(), fundIds);
  t.is((await reset('empty')).counts.constituents, 0);
  t.deepEqual(await idsOf(), fundIds);
  t.is((await reset()).counts.constituents, 50);
  t.deepEqual(await idsOf(account('other').key), fundIds);
});

test('every reply of such a sandbox is as the document says', async t => {
  const fromAccount = await accountFile(t);
  const {get} = await startTestSandbox(t, {fromAccount, profile: 'default', validateReplies: true});
  const expand =
    'relationships,street_addresses,phone_numbers,email_addresses,web_addresses,categories,groups,memberships,custom_attrs,class_affiliations';
  for (const path of [
    `constituents/search?limit=500&expand=${expand}`,
    'gifts/search?limit=500',
    'volunteer_times?limit=500',
  ]) {
    t.true((await get(`/api/v1/${path}`)).body.total_items > 50, path);
  }
  t.is((await get('/health')).body.violations ?? 0, 0);
});

test('a trace of such a sandbox is replayed with the lists', async t => {
  const fromAccount = await accountFile(t);
  const folder = await newFolder(t);
  const trace = path.join(folder, 'run.trace.gz');
  const {get, post, close} = await startTestSandbox(t, {fromAccount, seed: 3, trace});
  await get('/api/v1/funds');
  await post('/api/v1/funds', {name: 'New'});
  await close();
  const replayed = await runHere(['trace', 'replay', trace]);
  t.is(replayed.stdout, '2 responses match the trace\n', replayed.stderr);

  const moved = path.join(folder, 'moved.json');
  writeFileSync(moved, JSON.stringify({format: 'crm-sandbox account', version: 1, kinds: {}}));
  const refused = await runHere(['trace', 'replay', trace, '--from', moved]);
  t.is(refused.code, 1);
  t.regex(refused.stderr, /moved\.json is not the file that the sandbox was started from; name that with --from\n/);
});

test('--from-account goes with --profile and --constituents, and not with --from', async t => {
  const said = (...words: string[]) => {
    const {fromAccount, from, profile, constituents} = optionsOf({words});
    return {fromAccount, from, profile, constituents};
  };
  const none = {fromAccount: undefined, from: undefined, profile: undefined, constituents: undefined};
  t.deepEqual(said('--from-account', 'a.json', '--profile', 'small'), {
    ...none,
    fromAccount: 'a.json',
    profile: 'small',
  });
  t.deepEqual(said('--from-account', 'a.json', '--constituents', '7'), {
    ...none,
    fromAccount: 'a.json',
    constituents: 7,
  });
  t.throws(() => said('--from-account', 'a.json', '--from', 'b.json'), {
    message: /--from .* and --from-account .* are mutually/,
  });
  t.throws(() => said('--constituents', '7', '--profile', 'small'), {message: /mutually exclusive/});

  const folder = await newFolder(t);
  writeFileSync(path.join(folder, 'crm-sandbox.config.json'), JSON.stringify({from: 'c.json'}));
  const over = optionsOf({words: ['--from-account', 'a.json'], folder});
  t.deepEqual([over.fromAccount, over.from], ['a.json', undefined]);
  const env = {CRM_SANDBOX_FROM_ACCOUNT: 'e.json'};
  t.is(optionsOf({words: ['--profile', 'small'], env}).fromAccount, 'e.json');
  t.is(optionsOf({words: ['--from', 'b.json'], env}).fromAccount, undefined);
});

test('start says what is wrong with the file', async t => {
  const missing = await runHere(['start', '--from-account', 'no-such.json', '--port', '0']);
  t.is(missing.code, 1);
  t.regex(missing.stderr, /^--from-account no-such\.json cannot be used: no such file or folder \(ENOENT\)\n/);
  const file = await accountFile(t);
  writeFileSync(file, '{"format": "crm-sandbox account", "version": 1, "kinds": {"funds": [{"id": 0}]}}');
  const wrong = await runHere(['start', '--from-account', file, '--port', '0']);
  t.is(wrong.code, 1);
  t.is(wrong.stderr, `${file}: kinds.funds[0].id: must be an integer from 1 to 999999999999, got 0\n`);
});
