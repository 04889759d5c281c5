import {execFileSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {mkdtempSync, rmdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {postgresTest, startPostgres} from '../../support/postgres.js';
import {startCluster} from '../../support/together/cluster.js';
import {activeOf, requestFromNode} from '../../support/together/nodes.js';
import {startProxy} from '../../support/together/proxy.js';
import {common} from '../account-steps.js';
import {noteOn} from '../opened.js';
import {openNode} from './support.js';

/** Mounts a disk of 90 MiB. Returns undefined if this process may not mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=90m', 'tmpfs', folder], {stdio: 'ignore'});
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

postgresTest('on a full disk writes are rejected with 507 or 503, and acknowledged writes survive', async t => {
  const folder = smallDisk();
  if (folder === undefined) {
    t.log('Skipped, because this process may not mount a small disk');
    t.pass();
    return;
  }
  t.teardown(() => {
    execFileSync('umount', [folder]);
    rmdirSync(folder);
  });
  const database = await startPostgres(path.join(folder, 'server'));
  t.teardown(() => database.stop());
  const data = database.dataOf('full');
  const node = await openNode(data, 1024 * 1024 * 1024);
  const account = await node.accounts.get('default');
  let acknowledged = 0;
  const statuses = new Set<number>();
  for (let write = 0; write < 400 && statuses.size === 0; write++) {
    const note = `${write} ${randomBytes(300_000).toString('base64')}`; // random, because the database compresses
    await noteOn(account, note).then(
      () => {
        acknowledged = write;
      },
      error => statuses.add(error.status),
    );
  }
  t.true(statuses.size > 0, 'the disk must become full');
  t.true(
    [...statuses].every(status => status === 507 || status === 503),
    [...statuses].join(),
  );
  await node.close();
  execFileSync('mount', ['-o', 'remount,size=300m', folder]);
  await database.crash().catch(() => undefined); // a full disk may have ended it already
  await database.start();
  const again = await openNode(data, 1024 * 1024 * 1024);
  const restored = await again.accounts.get('default');
  const notes = JSON.stringify([...restored.records.collections.get('gifts').values()]);
  t.true(notes.includes(`"${acknowledged} `), `write ${acknowledged} was acknowledged, so it must be stored`);
  await again.close();
});

postgresTest('logs are compacted while a former owner is stopped, which responds with 503 when resumed', async t => {
  const database = await startPostgres();
  t.teardown(() => database.stop());
  const cluster = await startCluster(t, database, 'compacted', 20_000);
  const former = await cluster.active();
  await sleep(1000);
  former.signal('SIGSTOP');
  await activeOf(cluster.others(former));
  const compacted = async () => {
    const [row] = await database.query<{count: number}>(
      'SELECT count(*)::int FROM sandbox_account WHERE state_seq > 0',
    );
    return row!.count;
  };
  const end = performance.now() + 25_000;
  while ((await compacted()) === 0 && performance.now() < end) {
    for (let write = 0; write < 20; write++) {
      const {url} = await activeOf(cluster.others(former));
      const name = `long/${write}`;
      await requestFromNode(url, 'POST', '/api/v1/funds', 'sbx_long', {
        name,
        type: 'Fund',
        description: 'x'.repeat(60_000),
      });
    }
  }
  t.true((await compacted()) > 0);
  former.signal('SIGCONT');
  const {status} = (await requestFromNode(former.url, 'GET', '/api/v1/funds', 'sbx_choir'))!;
  t.is(status, 503);
  await cluster.finish();
});

/** Returns `done` or the code of the error. */
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    error => error.code,
  );

postgresTest('after a lost connection, the outcome of an append is looked up, or the node ends its epoch', async t => {
  const database = await startPostgres();
  t.teardown(() => database.stop());
  const proxy = await startProxy(database.port);
  t.teardown(() => proxy.close());
  const node = await openNode(database.dataOf('lost', proxy.port));
  const account = await node.accounts.get('default');
  await noteOn(account, 'first');
  // The row is committed, and the response is lost.
  proxy.delayBy(1000);
  const writing = outcomeOf(noteOn(account, 'second'));
  await sleep(300);
  proxy.cut(false);
  proxy.mend();
  t.is(await writing, 'done');
  const [row] = await database.query<{fence: string; seq: string}>('SELECT fence, seq FROM sandbox_account');
  t.deepEqual(row, {fence: '1', seq: '2'});
  await noteOn(account, 'third');
  // The outcome cannot be looked up, so the node ends its epoch.
  proxy.delayBy(1000);
  const lost = outcomeOf(noteOn(account, 'fourth'));
  await sleep(300);
  proxy.cut(true);
  t.is(await lost, 'UNKNOWN_OUTCOME');
  t.is(node.log.refusal?.status, 503);
  await t.throwsAsync(noteOn(account, 'fifth'), {message: /^Nothing was changed/});
  proxy.mend();
  while (node.log.refusal !== undefined) {
    await sleep(50);
  }
  const again = await node.accounts.get('default');
  t.not(again, account);
  await t.throwsAsync(noteOn(account, 'of before'), {message: /was dropped, or read again/});
  await noteOn(again, 'sixth');
  await node.close();
  t.deepEqual(node.failures, []);
});

test('the common baseline has gifts', t => {
  t.true(common.records.collections.get('gifts').size > 0);
});
