import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {standardKinds} from '../../src/faults/fault-kinds.js';
import {scenarioNames} from '../../src/faults/scenarios.js';
import {ruleIds} from '../../src/findings/rule-ids.js';
import {otherFindings} from '../../src/findings/rules/index.js';
import {switches} from '../../src/settings.js';
import {newFolder, startCli} from '../support/cli.js';
import {runHere, shareSandbox} from '../support/cli-here.js';
import {optionsOf, startHere} from '../support/options-here.js';
import {root} from '../support/pages.js';

const sandbox = shareSandbox(test, {now: '2026-01-01T00:00:00Z'});

const gift = {gift_type_name: 'Gift', amount: 50, received_date: '2025-12-24', external_id: 'web-1'};

test('findings lists the worst first, each with its fix', async t => {
  const key = 'sbx_shown';
  await sandbox.call(key, 'GET', '/api/v1/funds');
  await sandbox.call(key, 'POST', '/api/v1/constituents/959400/gifts', gift);
  const {code, stdout} = await sandbox.run(['findings', '--key', key]);
  t.is(code, 0);
  const lines = stdout.trimEnd().split('\n');
  t.is(lines[0], 'error zero-gift: createGift');
  t.is(lines[1], '  "amount" is ignored, the gift is $0.00; did you mean received_amount?');
  t.is(lines[2], '  Send received_amount instead of amount.');
  t.regex(lines[3]!, /^ {2}curl -g -X POST .*"received_amount":50/);
  t.is(lines[4], '  first: POST /api/v1/constituents/959400/gifts');
  t.is(lines[5], '  why: crm-sandbox explain zero-gift');
  t.is(lines[7], 'warning first-page-only: listFunds');
  t.is(lines.at(-2), '1 error, 1 warning, 0 infos.');
  t.regex(lines.at(-1)!, /^\d+ rules not exercised/);
});

test('findings lists the values of a finding that has several', async t => {
  const key = 'sbx_several';
  for (const fund_id of [3301, 3302]) {
    const sent = {gift_type_id: 1, received_amount: 5, received_date: '2025-12-24', external_id: `${fund_id}`, fund_id};
    await sandbox.call(key, 'POST', '/api/v1/constituents/959400/gifts', sent);
  }
  const {stdout} = await sandbox.run(['findings', '--key', key]);
  t.regex(stdout, /\n {2}values: 3301, 3302\n/);
});

test('findings --json prints the response, and --all includes every account', async t => {
  await sandbox.call('sbx_one', 'POST', '/api/v1/constituents/959400/gifts', gift);
  const account = JSON.parse((await sandbox.run(['findings', '--key', 'sbx_two', '--json'])).stdout);
  t.deepEqual(account.findings, []);
  const all = JSON.parse((await sandbox.run(['findings', '--key', 'sbx_two', '--all', '--json'])).stdout);
  t.true(all.findings.some((finding: {rule: string}) => finding.rule === 'zero-gift'));
});

test('the log explains a finding once, names its rule on each request, and escapes client text', async t => {
  const run = await startCli(t);
  await run.get('/api/v1/funds?limit=5&page=2%0A%1B%5B31mred');
  await run.get('/api/v1/funds?limit=5&page=2');
  await run.get('/api/v1/constituents/search?q=name=Smith');
  run.child.kill('SIGTERM');
  const {stderr} = await run.ended;
  const named = stderr.split('\n').filter(line => line.includes(' ms ⚠ query-parameter-ignored'));
  t.is(named.length, 2);
  const explained = stderr.split('\n').filter(line => line.startsWith('⚠'));
  t.is(explained.length, 1);
  t.is(explained[0], '⚠ listFunds: "page" is ignored, the response has all 33 records; did you mean offset=0?');
  t.true(stderr.includes('ℹ searchConstituents: '), 'an info must have its own mark');
  t.false(stderr.includes('\u001B'));
  t.true(stderr.indexOf('\n⚠') > stderr.indexOf('GET /api/v1/funds'));
});

test('--findings sets presets and levels, and --suppressions reads a file', async t => {
  const folder = await newFolder(t);
  t.deepEqual(optionsOf({words: ['--findings', 'strict,put-used=off']}).findings, {
    preset: 'strict',
    rules: {'put-used': 'off'},
  });
  t.deepEqual(optionsOf({env: {CRM_SANDBOX_FINDINGS: 'off'}}).findings, {preset: 'off', rules: {}});
  t.throws(() => optionsOf({words: ['--findings', 'put-use=off']}), {message: /did you mean put-used=off/});
  t.throws(() => optionsOf({words: ['--findings', 'put-used=loud']}), {
    message: /put-used must be off, info, warn or error/,
  });
  const file = path.join(folder, 'known.json');
  const write = (entries: unknown) => {
    writeFileSync(file, JSON.stringify(entries));
    return optionsOf({words: ['--suppressions', file]}).suppressions;
  };
  const entry = {
    rule: 'put-used',
    operation: 'updateGift',
    caller: 'src/a.ts',
    reason: 'the library sends it',
    until: '2099-12-31',
  };
  t.deepEqual(write([entry]), [entry]);
  t.throws(() => write([entry, {rule: 'put-used'}]), {message: /known\.json: entry 2: reason is required/});
  t.throws(() => write([{rule: 'puts-used', reason: 'x'}]), {message: /did you mean put-used\?/});
  t.throws(() => write([{...entry, where: '/x'}]), {message: /unknown field where/});
  t.throws(() => write([{...entry, until: 'May'}]), {message: /until must be a day/});
  t.throws(() => write({}), {message: /must hold a list/});
  t.throws(() => optionsOf({words: ['--suppressions', path.join(folder, 'none.json')]}), {message: /There is no file/});
});

test('findings --suppress-all adds each finding to the suppressions once, and --prune keeps them', async t => {
  const file = path.join(await newFolder(t), 'known.json');
  const key = 'sbx_suppressed';
  const findings = (...words: string[]) =>
    sandbox.run(['findings', '--key', key, '--suppressions', file, ...words]).then(({stdout}) => stdout.trimEnd());
  await sandbox.call(key, 'POST', '/api/v1/constituents/959400/gifts', gift);
  await sandbox.call(key, 'GET', '/api/v1/funds');
  t.is(
    await findings('--suppress-all', '--reason', 'known since May'),
    `2 added to ${file}, which the next start reads`,
  );
  const reason = 'known since May';
  const entries = [
    {rule: 'zero-gift', operation: 'createGift', pointer: '/amount', reason},
    {rule: 'first-page-only', operation: 'listFunds', pointer: 'offset', reason},
  ];
  t.deepEqual(JSON.parse(readFileSync(file, 'utf8')), entries);
  t.is(await findings('--suppress-all', '--reason', 'again'), `${file} stays as it is`);
  t.deepEqual(JSON.parse(await findings('--prune', '--json')), {file, added: 0, removed: 0});
});

test('findings --prune removes only unused and expired suppressions', async t => {
  const folder = await newFolder(t);
  const file = path.join(folder, 'crm-sandbox.suppressions.json');
  const reason = 'the library sends it';
  const used = {rule: 'zero-gift', reason};
  const unused = {rule: 'put-used', operation: 'updateGift', reason};
  const expired = {rule: 'first-page-only', reason, until: '2020-01-01'};
  writeFileSync(file, JSON.stringify([used, unused, expired]));
  const run = await startHere(t, ['--suppressions', file]);
  const env = {CRM_SANDBOX_URL: run.url};
  await fetch(`${run.url}/api/v1/constituents/959400/gifts`, {
    method: 'POST',
    headers: {authorization: 'Bearer sandbox-key', 'content-type': 'application/json'},
    body: JSON.stringify(gift),
  });
  await run.get('/api/v1/funds');
  const {stdout} = await runHere(['findings', '--prune', '--suppressions', file], env);
  t.is(stdout, `2 removed from ${file}, which the next start reads\n`);
  t.deepEqual(JSON.parse(readFileSync(file, 'utf8')), [used]);
  for (const [words, message] of [
    [['--suppress-all'], /--suppress-all and --reason go together/],
    [['--reason', 'x y'], /--suppress-all and --reason go together/],
    [['--suppress-all', '--prune', '--reason', 'x'], /mutually exclusive/],
    [['--suppress-all', '--reason', ' '], /--reason must be a sentence/],
    [['--suppress-all', '--reason', 'x', '--suppressions', '/no/such/f.json'], /no folder \/no\/such/],
  ] as const) {
    const refused = await runHere(['findings', ...words], env);
    t.not(refused.code, 0);
    t.regex(refused.stderr, message);
  }
});

test('explain prints the page of a rule, even of one that does not judge requests', async t => {
  for (const id of ['zero-gift', 'host-refused']) {
    const page = readFileSync(path.join(root, `docs/rules/${id}.md`), 'utf8');
    const {code, stdout} = await runHere(['explain', id]);
    t.is(code, 0);
    t.is(stdout.trimEnd(), page.trimEnd());
    const entry = JSON.parse((await runHere(['explain', id, '--json'])).stdout);
    t.is(entry.id, id);
    t.is(entry.page, page);
  }
});

test('explain without a topic lists the topics and all rules, errors first', async t => {
  const {stdout} = await runHere(['explain']);
  const lines = stdout.trimEnd().split('\n');
  t.deepEqual(
    lines.filter(line => /^\S/.test(line)),
    ['topics', 'error', 'warning', 'info'],
  );
  const listed = lines.filter(line => line.startsWith('  ')).map(line => line.trim().split(' ')[0]!);
  const topics = ['assume', 'fault', 'scenario', 'findings'];
  t.deepEqual(listed.sort(), [...topics, ...ruleIds, ...otherFindings.map(({id}) => id)].sort());
  t.is(JSON.parse((await runHere(['explain', '--json'])).stdout).length, listed.length - topics.length);
});

test('explain assume prints each assumption with its values, its default and its meaning', async t => {
  const {code, stdout} = await runHere(['explain', 'assume']);
  t.is(code, 0);
  for (const [name, {values, about}] of Object.entries(switches)) {
    t.true(stdout.includes(`${name}\n  ${about}\n  ${values.join(', ')} [default: ${values[0]}]\n`), name);
  }
  t.regex(stdout, /^observed\n {2}several at once: required_fields=observed, /m);
  t.deepEqual(JSON.parse((await runHere(['explain', 'assume', '--json'])).stdout), {
    topic: 'assume',
    page: stdout.trimEnd(),
  });
});

test('explain fault, scenario and findings print the values of these options', async t => {
  const fault = (await runHere(['explain', 'fault'])).stdout;
  t.true(standardKinds.every(({docs}) => fault.includes(docs.short.replaceAll('`', ''))));
  const scenario = (await runHere(['explain', 'scenario'])).stdout;
  t.true(scenarioNames.every(name => new RegExp(`^  ${name} +\\S`, 'm').test(scenario)));
  const findings = (await runHere(['explain', 'findings'])).stdout;
  t.true(ruleIds.every(id => new RegExp(`^  ${id} +\\S`, 'm').test(findings)));
});

test('explain suggests the nearest topic or rule, or how to list them', async t => {
  const near = await runHere(['explain', 'zero-gitf']);
  t.is(near.code, 2);
  t.regex(near.stderr, /there is no topic or rule "zero-gitf"; did you mean zero-gift\?/);
  t.regex((await runHere(['explain', 'asume'])).stderr, /did you mean assume\?/);
  t.regex((await runHere(['explain', 'qqqqqq'])).stderr, /crm-sandbox explain lists them/);
});
