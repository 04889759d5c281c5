import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {Accounts} from '../../../src/accounts/accounts.js';
import type {AccountsData} from '../../../src/accounts/change-log.js';
import {schema} from '../../../src/resources/index.js';
import {effort} from '../../support/effort.js';
import {databaseFor, postgresTest} from '../../support/postgres.js';
import {common, contentsOfAll, inMemory, takeAccountStep} from '../account-steps.js';
import {noteOn} from '../opened.js';
import {chance} from '../steps.js';
import {openNode} from './support.js';

const database = databaseFor('restarts');

const writer = fileURLToPath(new URL('writer.js', import.meta.url));

/** Selects states without references. */
const unreferenced = `SELECT id FROM sandbox_state state WHERE sandbox = $1
  AND NOT EXISTS (SELECT FROM sandbox_meta WHERE baseline_state = state.id)
  AND NOT EXISTS (SELECT FROM sandbox_account WHERE state_id = state.id OR baseline_id = state.id)
  AND NOT EXISTS (SELECT FROM sandbox_log WHERE state_id = state.id)
  AND NOT EXISTS (SELECT FROM sandbox_snapshot WHERE state_id = state.id)`;

postgresTest('accounts are restored at each start, and their logs are compacted without gaps', async t => {
  const data = database().dataOf('steps');
  const memory = await Accounts.open({schema, baseline: common, seed: 1});
  const perStart = effort(150, 1500);
  for (const start of [0, 1, 2, 3]) {
    const {accounts, close, failures} = await openNode(data);
    t.is(contentsOfAll(accounts), contentsOfAll(memory), `start ${start}`);
    for (let step = start * perStart + 1; step <= (start + 1) * perStart; step++) {
      await takeAccountStep(accounts, step);
      await takeAccountStep(memory, step);
    }
    t.is(contentsOfAll(accounts), contentsOfAll(memory), `after start ${start}`);
    await close();
    t.deepEqual(failures, []);
  }
  const {close} = await openNode(data);
  t.deepEqual(await database().query(unreferenced, ['steps']), []);
  const [compacted] = await database().query<{count: number}>(
    'SELECT count(*)::int FROM sandbox_account WHERE sandbox = $1 AND state_seq > 0',
    ['steps'],
  );
  t.true(compacted!.count > 0, 'logs must have been compacted');
  const [account] = await database().query<{lines: number; seq: string}>(
    `SELECT count(*)::int AS lines, max(log.seq) - min(log.seq) + 1 AS seq FROM sandbox_log log
     JOIN sandbox_account USING (incarnation) WHERE sandbox = $1 GROUP BY incarnation ORDER BY 1 DESC LIMIT 1`,
    ['steps'],
  );
  t.is(account!.lines, Number(account!.seq), 'no line may be missing');
  await close();
});

postgresTest('a compacted state whose last part is full is read back', async t => {
  const data = database().dataOf('parts');
  const node = await openNode(data);
  const note = 'x'.repeat(1_100_000);
  await noteOn(await node.accounts.get('default'), note);
  const read = 'SELECT state_seq AS seq FROM sandbox_account WHERE sandbox = $1';
  while ((await database().query<{seq: string}>(read, ['parts']))[0]!.seq === '0') {
    await sleep(20);
  }
  await node.close();
  const again = await openNode(data);
  const [gift] = [...(await again.accounts.get('default')).records.collections.get('gifts').values()];
  t.is((gift as {readonly note?: string}).note, note);
  await again.close();
});

postgresTest('a process killed at any moment loses no acknowledged step, and stores no partial step', async t => {
  const rounds = effort(5, 100);
  t.timeout(60_000 + rounds * 10_000);
  const data = database().dataOf('killed');
  let kept: AccountsData = {baseline: common, current: common};
  let total = 0;
  for (let round = 0; round < rounds; round++) {
    const first = round * 10_000 + 1;
    const child = spawn(process.execPath, [writer, data, String(first), String(first + 9_998)]);
    t.teardown(() => child.kill('SIGKILL'));
    const [output, errors, ended] = [text(child.stdout), text(child.stderr), once(child, 'close')];
    const [, , delay = 0] = chance(-round - 1);
    await Promise.race([once(child.stdout, 'data'), ended]);
    await sleep(delay);
    child.kill('SIGKILL');
    await ended;
    t.is(await errors, '');
    const done = Array.from((await output).matchAll(/^done (\d+)\n/gm), ([, step]) => Number(step));
    total += done.length;
    const expected = await inMemory(kept);
    for (const step of done) {
      await takeAccountStep(expected, step);
    }
    // Saves waiting until the heartbeat of the killed process expires.
    await database().query('DELETE FROM sandbox_node');
    const {accounts, log, close} = await openNode(data);
    const actual = contentsOfAll(accounts);
    if (contentsOfAll(expected) !== actual) {
      await takeAccountStep(expected, first + done.length);
      const message = `round ${round}: the state must contain all acknowledged steps, and at most one more`;
      t.true(contentsOfAll(expected) === actual, message);
    }
    kept = (await log.read())!;
    await close();
  }
  t.true(total >= rounds, `${total} steps were done`);
});
