import test, {type ExecutionContext} from 'ava';
import type {FindingRule, RuleExample} from '../../src/findings/rule.js';
import {rules} from '../../src/findings/rules/index.js';
import type {RunningSandbox} from '../../src/sandbox/start-sandbox.js';
import {findingsOf, sendExample, startWatched} from '../support/findings.js';

/** Shared by all examples without options; each example has its own account. */
let shared: Promise<RunningSandbox> | undefined;

test.after.always(async () => (await shared)?.close());

/** A listener's id replaces the key, so these requests do not belong to the example's account. */
const hasNoKey = ({requests}: RuleExample) => requests.some(({path}) => path.startsWith('/integrations/'));

async function sandboxFor(t: ExecutionContext, example: RuleExample): Promise<RunningSandbox> {
  const {options} = example;
  if (options !== undefined || hasNoKey(example)) {
    return startWatched(t, options);
  }
  shared ??= import('../../src/sandbox/start-sandbox.js').then(({startSandbox}) =>
    startSandbox({
      profile: 'small',
      now: '2026-01-01T00:00:00Z',
      onError: error => {
        throw error;
      },
    }),
  );
  return shared;
}

async function play(t: ExecutionContext, name: string, example: RuleExample) {
  const sandbox = await sandboxFor(t, example);
  const findings = await findingsOf(sandbox, name, example);
  return {sandbox, findings: hasNoKey(example) ? await sandbox.findings({all: true}) : findings};
}

const linesOf = (findings: ReadonlyArray<{readonly rule: string; readonly level: string; readonly message: string}>) =>
  findings.map(({rule, level, message}) => `${level} ${rule}: ${message}`);

const makesItsFinding = test.macro({
  title: (_, {id}: FindingRule) => `${id}: its bad example makes exactly this finding`,
  async exec(t, rule: FindingRule) {
    const {sandbox, findings} = await play(t, `${rule.id}-bad`, rule.bad);
    t.deepEqual([...new Set(findings.map(finding => finding.rule))], [rule.id], linesOf(findings).join('\n'));
    t.true(
      findings.some(({level}) => level === rule.level),
      linesOf(findings).join('\n'),
    );
    for (const {fix, message, docs, count} of findings) {
      t.regex(message, /\S/);
      t.regex(fix.text, /\.$/, 'the fix must be one sentence');
      t.is(docs, `/docs/rules/${rule.id}`);
      t.true(count > 0);
      t.is(fix.request === null, fix.curl === null);
      if (fix.request !== null) {
        const name = `${rule.id}-fix`;
        const {key} = sandbox.account(name);
        const {status, text} = await sendExample(sandbox, key, fix.request);
        t.is(status, 200, `the corrected request must be accepted: ${fix.curl}\n${text}`);
        const after = await sandbox.account(name).findings();
        t.false(
          after.some(finding => finding.rule === rule.id),
          `the corrected request must not be reported again: ${linesOf(after).join('\n')}`,
        );
      }
    }
  },
});

const makesNone = test.macro({
  title: (_, {id}: FindingRule) => `${id}: its good example makes no finding`,
  async exec(t, rule: FindingRule) {
    const {findings} = await play(t, `${rule.id}-good`, rule.good);
    t.deepEqual(linesOf(findings), []);
  },
});

const isNoAlarm = test.macro({
  title: (_, {id}: FindingRule, index: number) => `${id}: false alarm ${index + 1} is not reported`,
  async exec(t, rule: FindingRule, index: number) {
    const {findings} = await play(t, `${rule.id}-alarm-${index}`, rule.falseAlarms![index]!.example!);
    t.deepEqual(linesOf(findings.filter(finding => finding.rule === rule.id && finding.level !== 'info')), []);
  },
});

for (const rule of rules) {
  test(makesItsFinding, rule);
  test(makesNone, rule);
  for (const [index, {example}] of (rule.falseAlarms ?? []).entries()) {
    if (example !== undefined) {
      test(isNoAlarm, rule, index);
    }
  }
}

test('every rule has a unique id and complete texts', t => {
  const ids = rules.map(({id}) => id);
  t.is(new Set(ids).size, ids.length);
  for (const {id, what, why, turnOff, falseAlarms = []} of rules) {
    t.regex(id, /^[a-z]+(?:-[a-z0-9]+)*$/);
    for (const text of [what, why, turnOff, ...falseAlarms.map(alarm => alarm.what)]) {
      t.regex(text, /\.$/, `${id}: ${text}`);
    }
    for (const {example, undecided} of falseAlarms) {
      t.true(
        (example === undefined) !== (undecided === undefined),
        `${id}: a false alarm must have either an example or a reason`,
      );
    }
  }
});
