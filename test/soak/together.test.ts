import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {chance} from '../persistence/steps.js';
import {effort} from '../support/effort.js';
import {postgresTest, startPostgres} from '../support/postgres.js';
import {startCluster} from '../support/together/cluster.js';
import {activeOf} from '../support/together/nodes.js';

const kills = Number(process.env['KILLS'] ?? effort(5, 500));

/** Large enough for logs to be compacted during the test. */
const padding = 60_000;

postgresTest('three nodes under load store every acknowledged write despite random kills, stops and cuts', async t => {
  t.timeout(120_000 + kills * 60_000);
  const database = await startPostgres();
  t.teardown(() => database.stop());
  const cluster = await startCluster(t, database, 'soak', padding);
  let [longest, compacted] = [0, 0];
  for (let kill = 0; kill < kills; kill++) {
    const [kind = 0, delay = 0] = chance(kill + 0.25);
    const node = await cluster.active();
    const [states] = await database.query<{count: number}>(
      'SELECT count(*)::int FROM sandbox_account WHERE state_seq > 0',
    );
    compacted += states!.count;
    await sleep(delay * 8);
    const start = performance.now();
    if (kind < 130) {
      await node.end('SIGKILL');
    } else if (kind < 170) {
      node.signal('SIGSTOP');
    } else if (kind < 200) {
      node.proxy.cut(true);
    } else if (kind < 220) {
      node.proxy.delayBy(8000);
    } else if (kind < 235) {
      await node.end('SIGTERM');
    } else {
      await database.crash();
      await sleep(delay * 4);
      await database.start();
    }
    await activeOf(kind < 235 ? cluster.others(node) : cluster.nodes);
    longest = Math.max(longest, performance.now() - start);
    node.signal('SIGCONT');
    node.proxy.mend();
    if (kind < 130 || (kind >= 220 && kind < 235)) {
      node.start();
      await node.untilHealthy();
    }
  }
  const counts = await cluster.finish();
  t.log({kills, longest, compacted});
  t.true(kills < 30 || compacted > 0, 'logs must have been compacted');
  t.true(counts['acknowledged']! > kills);
});

test('the number of kills is positive', t => {
  t.true(kills > 0);
});
