import type {ExecutionContext} from 'ava';
import {Ledger} from './ledger.js';
import {activeOf, TestNode} from './nodes.js';
import type {TestDatabase} from './postgres.js';

/** Starts three nodes of one sandbox, each with its own database proxy, and clients for several accounts. */
export async function startCluster(t: ExecutionContext, database: TestDatabase, sandbox: string, padding = 0) {
  const words = ['--profile', 'empty', '--assume', 'required_fields=observed'];
  const nodes: TestNode[] = [];
  const ledgers = ['choir', 'band', 'team'].map(name => new Ledger(nodes, name, padding));
  const closing = new AbortController();
  for (let index = 0; index < 3; index++) {
    nodes.push(await TestNode.open(database, sandbox, words));
  }
  t.teardown(async () => {
    closing.abort();
    for (const ledger of ledgers) {
      ledger.leave();
    }
    for (const node of nodes) {
      node.signal('SIGCONT');
      await node.end('SIGKILL');
      node.proxy.close();
    }
  });
  for (const node of nodes) {
    node.start();
    await node.untilHealthy();
  }
  const running = ledgers.map(ledger => ledger.run(closing.signal));
  return {
    nodes,
    active: () => activeOf(nodes),
    others: (node: TestNode) => nodes.filter(other => other !== node),
    /** Stops the clients and compares their records with the sandbox's. */
    async finish() {
      closing.abort();
      await Promise.all(running);
      for (const ledger of ledgers) {
        await ledger.check(true);
      }
      t.deepEqual(
        ledgers.flatMap(({problems}) => problems),
        [],
      );
      const totals = Object.keys(ledgers[0]!.counts) as Array<keyof Ledger['counts']>;
      const counts = Object.fromEntries(
        totals.map(name => [name, ledgers.reduce((sum, ledger) => sum + ledger.counts[name], 0)]),
      );
      t.log(counts);
      return counts;
    },
  };
}
