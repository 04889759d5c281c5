import test from 'ava';
import type {FaultKind} from '../../../src/faults/fault-kind.js';
import {faultMenu, standardKinds} from '../../../src/faults/fault-kinds.js';
import {readRules} from '../../../src/faults/rules/read-rules.js';
import {readShortForm, ShortFormError} from '../../../src/faults/short-form.js';
import {catalog, operations} from '../../../src/resources/index.js';
import {startSandboxOf} from '../../../src/sandbox/start-sandbox.js';
import {faultRuleText, withFaultTable} from '../../support/fault-docs.js';

/** A complete kind of fault; adding it to a list of kinds is all that it needs. */
const teapot: FaultKind<{readonly teapot: {readonly cups: number}}> = {
  name: 'teapot',
  fields: ({body, integerBetween}) => ({teapot: body({cups: integerBetween(1, 12)})}),
  argument: {
    form: 'a number of cups',
    read: text => (/^\d+$/.test(text) ? {teapot: {cups: Number(text)}} : undefined),
  },
  applyAfter: ({teapot: {cups}}, call) => call.sendPage(418, `${cups} cups`),
  docs: {short: '`teapot=2`', object: '`{"teapot": {"cups": 2}}`', about: 'tea'},
  menu: [['teapot', '2', 'tea']],
};

const kinds = [...standardKinds, teapot];

test('a new fault kind is parsed as an object and in short form, and invalid values are described', t => {
  const [one, other] = readRules([{fault: {teapot: {cups: 2}}}, '*:teapot=3'], operations, 'rules', kinds);
  t.like(one, {kind: 'teapot', when: 'before', fault: {teapot: {cups: 2}}});
  t.like(other, {kind: 'teapot', fault: {teapot: {cups: 3}}});
  t.throws(() => readRules([{fault: {teapot: {cups: 13}}}], operations, 'rules', kinds), {
    message: 'rules[0].fault.teapot.cups: must be an integer from 1 to 12, got 13',
  });
  t.throws(() => readShortForm('*:teapot=x', kinds), {instanceOf: ShortFormError, message: /must be a number of cups/});
  t.throws(() => readShortForm('*:teapto', kinds), {message: /did you mean teapot\?/});
  t.throws(() => readRules(['*:teapot=2'], operations), {message: /there is no fault "teapot"/});
});

test('a new fault kind appears in the docs, the types and the console’s menu', t => {
  const page = '<!-- kinds of fault -->\n\n<!-- end -->';
  t.true(withFaultTable(page, kinds).includes('| `teapot=2` | `{"teapot": {"cups": 2}}` | tea |'));
  t.true(faultRuleText(kinds).includes('  | {readonly teapot: {readonly cups: number}}\n'));
  t.deepEqual(faultMenu(kinds).at(-1), ['teapot', '2', 'tea']);
});

test('a new fault kind is applied before the operation and after the commit', async t => {
  const options = {profile: 'small', faults: ['listGroups#1:teapot=4', 'createGroup:teapot=5@after-commit']} as const;
  await using sandbox = await startSandboxOf(catalog, options, undefined, kinds);
  const headers = {authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json'};
  const first = await fetch(`${sandbox.url}/api/v1/groups`, {headers});
  t.deepEqual([first.status, await first.text(), first.headers.get('x-sandbox-fault')], [418, '4 cups', 'start-1']);
  t.is((await fetch(`${sandbox.url}/api/v1/groups`, {headers})).status, 200);
  const created = await fetch(`${sandbox.url}/api/v1/groups`, {method: 'POST', headers, body: '{"name": "Choir"}'});
  t.deepEqual([created.status, await created.text()], [418, '5 cups']);
  t.is((await sandbox.diff()).total.created, 1);
  const rule = await fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    headers,
    body: '{"rules": [{"operation": "listFunds", "fault": {"teapot": {"cups": 6}}}]}',
  });
  t.like(await rule.json(), {rules: {0: {fault: {teapot: {cups: 6}}}}});
  t.is((await fetch(`${sandbox.url}/api/v1/funds`, {headers})).status, 418);
});
