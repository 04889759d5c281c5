import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test from 'ava';
import {runCli} from '../../support/cli.js';
import {runHere} from '../../support/cli-here.js';

const folder = mkdtempSync(path.join(tmpdir(), 'lost-answers-'));

/** A client as a file. @param create makes a gift of `body`, with `send` and `find` at hand */
function clientOf(name: string, create: string): string {
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `const {CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: key} = process.env;
const headers = {authorization: 'Bearer ' + key, 'content-type': 'application/json'};
const call = async (method, where, body) => {
  const response = await fetch(url + '/api/v1/' + where, {method, headers, body: body && JSON.stringify(body)});
  if (!response.ok) throw new Error(response.status + ' ' + (await response.text()));
  return response.json();
};
const [person] = (await call('GET', 'constituents?limit=1')).items;
const body = {gift_type_id: 1, received_amount: 50, received_date: '2026-01-01', external_id: ${name.startsWith('naive') ? 'null' : "'order-7'"}};
const send = () => call('POST', 'constituents/' + person.id + '/gifts', body);
const find = async () => (await call('GET', 'gifts/search?q[]=external_gift_ids=order-7')).total_items > 0;
${create}
`,
  );
  return file;
}

const naive = clientOf('naive', 'await send().catch(send);');

const careful = clientOf('careful', 'await send().catch(async () => { if (!(await find())) await send(); });');

const exec = ['exec', '--profile', 'small', '--now', '2026-01-01T00:00:00Z', '--lost-answers'];

test('a client that sends again doubles a gift, and exec ends with 6', async t => {
  const command = [process.execPath, naive];
  const {code, stderr} = await runCli(t, [...exec, '--', ...command]).ended;
  t.is(code, 6, stderr);
  t.regex(stderr, /^Lost answers: 1 of 1 writes tried: 1 duplicated$/m);
  t.regex(stderr, /^duplicated: createGiftOfConstituent, time 1: the write was made twice$/m);
  t.regex(stderr, /^ {2}gifts, more than once: \{.*"received_amount":50/m);
  t.true(
    stderr.includes(`  To repeat: crm-sandbox exec --fault 'createGiftOfConstituent#1:lost' -- ${command.join(' ')}`),
  );
  const report = path.join(folder, 'naive.json');
  const words = [...exec, '--lost-answers-allow', '1', '--report', `json=${report}`, '--', ...command];
  const allowed = await runHere(words);
  t.is(allowed.code, 0);
  t.like(JSON.parse(readFileSync(report, 'utf8')).lost_answers, {
    failed: false,
    cases: [{operation: 'createGiftOfConstituent', nth: 1, verdict: 'duplicated', is_wrong: true}],
  });
});

test('a client that looks before it sends again heals, and that is remembered where it is asked', async t => {
  const known = path.join(folder, 'known.json');
  const words = [...exec, '--jobs', '2', '--lost-answers-file', known, '--', process.execPath, careful];
  const {code, stderr} = await runHere(words);
  t.is(code, 0, stderr);
  t.regex(stderr, /^Lost answers: 1 of 1 writes tried: 1 healed$/m);
  t.is((JSON.parse(readFileSync(known, 'utf8')) as {healed: string[]}).healed.length, 1);
});

test('the line that repeats a case does: without the check, the gift is there twice', async t => {
  const twice = clientOf(
    'naive-counting',
    `await send().catch(send);
const {total_items} = await call("GET", "gifts/search?limit=1");
(await import('node:fs')).writeFileSync(process.env.COUNTED, String(total_items));`,
  );
  const counted = path.join(folder, 'counted');
  const run = async (...fault: string[]) => {
    const words = ['exec', '--profile', 'small', ...fault, '--', process.execPath, twice];
    t.is((await runHere(words, {COUNTED: counted})).code, 0);
    return Number(readFileSync(counted, 'utf8'));
  };
  t.is(await run('--fault', 'createGiftOfConstituent#1:lost'), (await run()) + 1);
});

test('a check that would show nothing is refused, with what the command said', async t => {
  const broken = path.join(folder, 'broken.mjs');
  writeFileSync(broken, 'console.error("no configuration"); process.exitCode = 3;');
  const {code, stderr} = await runHere([...exec, '--', process.execPath, broken]);
  t.is(code, 1);
  t.is(stderr, 'no configuration\n--lost-answers: Without any fault the command ends with 3; it must succeed first.\n');
  const missing = await runHere([...exec, '--', 'no-such-command']);
  t.is(missing.code, 127);
  t.is(missing.stderr, 'There is no command no-such-command\n');
});
