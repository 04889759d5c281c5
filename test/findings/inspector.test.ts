import test from 'ava';
import type {Finding} from '../../src/findings/finding.js';
import type {ExampleRequest} from '../../src/findings/rule.js';
import {ruleIds} from '../../src/findings/rule-ids.js';
import {rules} from '../../src/findings/rules/index.js';
import type {RunningSandbox} from '../../src/sandbox/start-sandbox.js';
import {sendExample, startWatched} from '../support/findings.js';

const gift = (amount: number, external_id: string) => ({
  method: 'POST',
  path: '/api/v1/constituents/959400/gifts',
  body: {gift_type_name: 'Gift', amount, received_date: '2025-12-24', external_id},
});

const funds = {path: '/api/v1/funds'};

const summaryOf = (findings: readonly Finding[]) => findings.map(({rule, count}) => `${rule} ${count}`);

test('equal findings are counted, with their first and last request', async t => {
  const sandbox = await startWatched(t);
  for (const [index, headers] of [
    {},
    {'x-sandbox-caller': 'src/b.ts:7'},
    {'x-sandbox-caller': 'src/a.ts:42'},
  ].entries()) {
    await sendExample(sandbox, sandbox.key, {...gift(50 + index, `web-${index}`), headers});
  }
  const [finding, ...more] = await sandbox.findings();
  t.deepEqual(more, []);
  const {fingerprint, ...rest} = finding!;
  t.regex(fingerprint, /^[\da-f]{16}$/);
  const body = {gift_type_name: 'Gift', received_amount: 50, received_date: '2025-12-24', external_id: 'web-0'};
  const ref = {account: 'default', method: 'POST', url: '/api/v1/constituents/959400/gifts'};
  t.deepEqual(rest, {
    rule: 'zero-gift',
    level: 'error',
    count: 3,
    first: {...ref, seq: 1},
    last: {...ref, seq: 3},
    worst: {...ref, seq: 1},
    operation: 'createGift',
    where: '/amount',
    places: ['/amount'],
    got: '50',
    values: ['50', '51', '52'],
    nearest: 'received_amount',
    message: '"amount" is ignored, the gift is $0.00; did you mean received_amount?',
    fix: {
      text: 'Send received_amount instead of amount.',
      request: {method: 'POST', path: '/api/v1/constituents/959400/gifts', body},
      curl: `curl -g -X POST -H "Authorization: Bearer $CRM_SANDBOX_KEY" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' "$CRM_SANDBOX_URL"'/api/v1/constituents/959400/gifts'`,
    },
    docs: '/docs/rules/zero-gift',
    caller: ['src/a.ts:42', 'src/b.ts:7'],
  });
});

test('a reset ends the session and keeps the report', async t => {
  const sandbox = await startWatched(t);
  const first: string[] = [];
  for (let run = 0; run < 2; run++) {
    await sendExample(sandbox, sandbox.key, gift(50, 'web-1'));
    await sendExample(sandbox, sandbox.key, funds);
    await sandbox.reset();
    first.push(...summaryOf(await sandbox.findings()));
  }
  t.deepEqual(first, ['zero-gift 1', 'first-page-only 1', 'zero-gift 2', 'first-page-only 2']);
});

const endings: Readonly<Record<string, (sandbox: RunningSandbox) => Promise<unknown>>> = {
  'a reset': sandbox => sandbox.reset(),
  'a seed': sandbox => sandbox.seed({constituents: 3}),
  'a restored snapshot': sandbox => sandbox.restore('before'),
  'a restore to before a request': sandbox => sandbox.restore('before:1'),
};

for (const [name, end] of Object.entries(endings)) {
  test(`a session ends with ${name}`, async t => {
    const sandbox = await startWatched(t);
    await sandbox.snapshot('before');
    await sendExample(sandbox, sandbox.key, funds);
    await end(sandbox);
    await sendExample(sandbox, sandbox.key, {path: '/api/v1/funds?offset=25'});
    t.deepEqual(
      summaryOf(await sandbox.findings()),
      ['first-page-only 1'],
      'later requests must belong to another session',
    );
  });
}

test('findings() evaluates the open session without ending it', async t => {
  const sandbox = await startWatched(t);
  await sendExample(sandbox, sandbox.key, funds);
  t.deepEqual(summaryOf(await sandbox.findings()), ['first-page-only 1']);
  t.deepEqual(summaryOf(await sandbox.findings()), ['first-page-only 1'], 'a second call must not add findings');
  await sendExample(sandbox, sandbox.key, {path: '/api/v1/funds?offset=25'});
  t.deepEqual(summaryOf(await sandbox.findings()), [], 'the next page has been read');
});

test('findings are kept per account, and { all: true } merges them', async t => {
  const sandbox = await startWatched(t);
  const [one, other] = [sandbox.account('one'), sandbox.account('other')];
  await sendExample(sandbox, other.key, gift(1, 'web-1'));
  await sendExample(sandbox, one.key, gift(2, 'web-1'));
  await sendExample(sandbox, one.key, funds);
  t.deepEqual(summaryOf(await sandbox.findings()), []);
  t.deepEqual(summaryOf(await other.findings()), ['zero-gift 1']);
  t.deepEqual(summaryOf(await sandbox.findings({all: true})), ['zero-gift 2', 'first-page-only 1']);
  const [both] = await sandbox.findings({all: true});
  t.is(
    both!.first.account,
    'one',
    'accounts must be in order of their names, because the order of arrival differs between runs',
  );
  t.is(both!.got, '2');
});

test('requests to pages and admin paths make no findings', async t => {
  const sandbox = await startWatched(t);
  for (const path of ['/docs', '/health', '/openapi.json', '/_sandbox', '/_sandbox/nothing', '/docs/rules']) {
    await sendExample(sandbox, sandbox.key, {path, headers: {origin: 'https://elsewhere.example'}});
  }
  t.deepEqual(summaryOf(await sandbox.findings({all: true})), []);
});

test('a rule is listed as not exercised until a request could have broken it', async t => {
  const sandbox = await startWatched(t);
  const requestFindings = async () =>
    JSON.parse((await sendExample(sandbox, sandbox.key, {path: '/_sandbox/findings'})).text) as {
      not_exercised: string[];
    };
  const before = await requestFindings();
  t.deepEqual(before.not_exercised, [...ruleIds], 'no rule can be exercised without requests');
  await sendExample(sandbox, sandbox.key, gift(50, 'web-1'));
  const {not_exercised} = await requestFindings();
  t.false(not_exercised.includes('zero-gift'));
  t.true(not_exercised.includes('retry-before-retry-after'), 'a frozen clock cannot exercise it');
  t.true(not_exercised.includes('duplicate-constituent'));
});

test('levels can be set by preset and by rule, and off disables rules', async t => {
  const levels = async (findings: object) => {
    const sandbox = await startWatched(t, {findings});
    await sendExample(sandbox, sandbox.key, gift(50, 'web-1'));
    await sendExample(sandbox, sandbox.key, funds);
    return (await sandbox.findings()).map(({rule, level}) => `${level} ${rule}`);
  };
  t.deepEqual(await levels({preset: 'strict'}), ['error zero-gift', 'error first-page-only'].toReversed());
  t.deepEqual(await levels({rules: {'zero-gift': 'info', 'first-page-only': 'off'}}), ['info zero-gift']);
  t.deepEqual(await levels({preset: 'off'}), []);
  t.deepEqual(await levels({preset: 'off', rules: {'zero-gift': 'warn'}}), ['warn zero-gift']);
});

test('an unknown rule or preset, or a suppression without a reason, is rejected at start', async t => {
  const message = async (options: object) =>
    (await t.throwsAsync(startWatched(t, options), {instanceOf: TypeError}))!.message;
  t.regex(await message({findings: {rules: {'zero-gifts': 'off'}}}), /zero-gift/);
  t.regex(await message({findings: {preset: 'none'}}), /findings\.preset: must be one of recommended, strict, off/);
  t.regex(await message({suppressions: [{rule: 'zero-gift'}]}), /reason: must be a sentence that says why/);
});

test('a suppression hides its findings, and an unused or expired one is reported', async t => {
  const lines: string[] = [];
  const sandbox = await startWatched(t, {
    onFinding: ({rule}) => lines.push(rule),
    suppressions: [
      {rule: 'zero-gift', operation: 'createGift', pointer: '/amount', reason: 'a test of the total'},
      {rule: 'put-used', reason: 'the library sends it'},
      {rule: 'first-page-only', reason: 'until the next release', until: '2020-01-01'},
    ],
  });
  await sendExample(sandbox, sandbox.key, gift(50, 'web-1'));
  await sendExample(sandbox, sandbox.key, funds);
  const findings = await sandbox.findings();
  t.deepEqual(
    findings.map(({rule, where}) => `${rule}${rule === 'unused-suppression' ? ` ${where}` : ''}`),
    ['first-page-only', 'unused-suppression first-page-only', 'unused-suppression put-used'],
  );
  t.deepEqual(lines, []);
  await sandbox.reset();
  t.deepEqual(lines, ['first-page-only'], 'the finding must be logged when the session ends');
});

test('a suppression by caller hides findings with that caller in any frame, and no others', async t => {
  const reason = 'the import is corrected next year';
  const reported: string[] = [];
  const sandbox = await startWatched(t, {
    onFinding: ({caller}) => reported.push(...caller),
    suppressions: [
      {rule: 'zero-gift', caller: 'src/import.ts', reason},
      {rule: 'first-page-only', caller: 'src/import.ts:7', reason},
      {rule: 'zero-gift', caller: 'src/nobody.ts', reason},
    ],
  });
  const send = (request: ExampleRequest, caller?: string) =>
    sendExample(sandbox, sandbox.key, {...request, ...(caller && {headers: {'x-sandbox-caller': caller}})});
  await send(gift(50, 'web-1'), 'src/crm.ts:8 < src/import.ts:42');
  await send(gift(51, 'web-2'), 'src/crm.ts:8 < src/donate.ts:31');
  await send(gift(52, 'web-3'), 'src/crm.ts:8 < src/donate.ts:31 < src/main.ts:1');
  await send(gift(53, 'web-4'));
  await send(funds, 'src/crm.ts:8 < src/import.ts:7');
  const findings = await sandbox.findings();
  const chains = ['src/crm.ts:8 < src/donate.ts:31', 'src/crm.ts:8 < src/donate.ts:31 < src/main.ts:1'];
  t.deepEqual(
    findings.map(({rule, where, count, caller}) => ({rule, where, count, caller})),
    [
      {rule: 'zero-gift', where: '/amount', count: 3, caller: chains},
      {rule: 'unused-suppression', where: 'zero-gift src/nobody.ts', count: 1, caller: []},
    ],
  );
  t.deepEqual(reported, chains.slice(0, 1));
  await sandbox.reset();
  t.deepEqual(reported, chains.slice(0, 1), 'no more must be reported when the session ends');
});

test('two runs report identical findings, byte for byte', async t => {
  const run = async () => {
    const sandbox = await startWatched(t);
    for (const {bad} of rules.filter(rule => rule.bad.options === undefined && rule.id !== 'over-the-limit')) {
      for (const request of bad.requests) {
        await sendExample(sandbox, sandbox.key, request);
      }
    }
    return JSON.stringify(await sandbox.findings());
  };
  const first = await run();
  t.true(first.length > 10_000);
  t.is(first, await run());
});

test('the number and the size of findings are limited', async t => {
  const sandbox = await startWatched(t);
  for (let index = 0; index < 620; index++) {
    await sendExample(sandbox, sandbox.key, {
      path: `/api/v1/payment_types?p${index}=${'x'.repeat(index === 0 ? 5000 : 1)}`,
    });
  }
  const findings = await sandbox.findings();
  t.is(findings.length, 500);
  t.true(findings.every(finding => JSON.stringify(finding).length < 20_000));
});

test('ruleIds lists the ids of all rules in order', t => {
  t.deepEqual(
    rules.map(({id}) => id),
    [...ruleIds],
  );
});

test('no finding is lost when sessions of many accounts are closed early', async t => {
  const sandbox = await startWatched(t);
  for (let index = 0; index < 70; index++) {
    await sendExample(sandbox, sandbox.account(`many-${index}`).key, funds);
  }
  t.deepEqual(summaryOf(await sandbox.findings({all: true})), ['first-page-only 70']);
});
