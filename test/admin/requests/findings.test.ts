import test, {type ExecutionContext} from 'ava';
import type {BrokenRule} from '../../../src/exchanges/exchange.js';
import type {Finding} from '../../../src/findings/finding.js';
import {findingOf, fingerprintOf, markBroken} from '../../../src/findings/merging.js';
import {adminOf} from '../../support/admin.js';
import {startTestSandbox} from '../../support/sandbox.js';

async function start(t: ExecutionContext) {
  const sandbox = await startTestSandbox(t);
  const admin = adminOf(sandbox);
  const findings = async (): Promise<readonly Finding[]> => (await admin.get('/findings')).body.findings;
  /** Returns the findings of a request, each as its rule and location. */
  const of = async (seq: number) => {
    const {body} = await admin.get(`/requests/${seq}`);
    const prints = body.findings.flatMap((broken: {fingerprints: readonly string[]}) => broken.fingerprints);
    return (await findings())
      .filter(({fingerprint}) => prints.includes(fingerprint))
      .map(({rule, where}) => `${rule} ${where}`);
  };
  return {sandbox, admin, findings, of};
}

test('each request has only its own findings, not others of the same rule and operation', async t => {
  const {admin, of} = await start(t);
  await admin.api.post('groups', {name: 'One', colour: 'red'}); // 1
  await admin.api.post('groups', {name: 'Two', hue: 'red'}); // 2
  await admin.api.post('groups', {name: 'Three', colour: 'red', hue: 'red'}); // 3
  await admin.api.post('groups', {name: 'Four', colour: 'blue'}); // 4
  await admin.api.post('groups', {name: 'Five'}); // 5
  t.deepEqual(await of(1), ['unknown-body-field /colour']);
  t.deepEqual(await of(2), ['unknown-body-field /hue']);
  t.deepEqual((await of(3)).sort(), ['unknown-body-field /colour', 'unknown-body-field /hue']);
  t.deepEqual(await of(4), ['unknown-body-field /colour']);
  t.deepEqual(await of(5), []);
  const {body} = await admin.get('/requests/3');
  t.is(body.findings.length, 1, 'one entry per rule');
});

test('a finding of a session is attached to its request, during and after the session', async t => {
  const {admin, of} = await start(t);
  for (let read = 0; read < 3; read++) {
    await admin.api.get('funds'); // only the first of several pages; 1 to 3
    await admin.post('/reset?keep=requests');
  }
  await admin.api.get('funds'); // 4
  for (const seq of [1, 2, 3, 4]) {
    t.deepEqual(await of(seq), ['first-page-only offset'], `request ${seq}`);
  }
  const {body} = await admin.get('/requests');
  t.is(body.requests[1].findings[0].rule, 'first-page-only', 'the list includes it');
  await admin.api.get('funds?offset=25&limit=25'); // 5: the session of request 4 has now read all
  t.deepEqual(await of(4), []);
});

test('the worst request of a finding is the first among equals', async t => {
  const {admin, findings} = await start(t);
  const of = async (rule: string) => (await findings()).find(finding => finding.rule === rule)!;
  await admin.api.post('groups', {name: 'One', colour: 'red'});
  await admin.api.post('groups', {name: 'Two', colour: 'blue'});
  const {first, last, worst, got} = await of('unknown-body-field');
  t.deepEqual([first.seq, last.seq, worst.seq, got], [1, 2, 1, 'red']);
});

test('suppressed findings are omitted from the findings of a request', async t => {
  const suppressions = [
    {rule: 'unknown-body-field', pointer: '/colour', reason: 'known'},
    {rule: 'first-page-only', reason: 'known'},
  ];
  const sandbox = await startTestSandbox(t, {suppressions});
  await sandbox.post('/api/v1/groups', {name: 'One', colour: 'red', hue: 'red'});
  await sandbox.get('/api/v1/funds');
  await sandbox.post('/_sandbox/reset?keep=requests');
  const {body} = await sandbox.get('/_sandbox/requests/1');
  t.is(body.findings[0].fingerprints.length, 1, 'only the finding for hue');
  t.deepEqual((await sandbox.get('/_sandbox/requests/2')).body.findings, []);
});

test('the number of fingerprints of a request is limited', t => {
  const broken: BrokenRule[] = [];
  const at = {account: null, seq: 1, method: 'POST', url: '/', operation: 'createGroup'};
  for (let number = 0; number < 100; number++) {
    const level = number === 70 ? 'error' : 'info';
    const finding = findingOf('unknown-body-field', level, {where: `/field${number}`, message: '', fix: ''}, at);
    markBroken(broken, finding, fingerprintOf(finding.key));
  }
  t.like(broken, [{rule: 'unknown-body-field', level: 'error'}]);
  t.is(broken[0]!.fingerprints.length, 50);
});
