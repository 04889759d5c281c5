import {setTimeout as sleep} from 'node:timers/promises';
import {databaseFor, postgresTest} from '../../support/postgres.js';
import {activeOf, requestFromNode, TestNode} from '../../support/together/nodes.js';
import {startProxy} from '../../support/together/proxy.js';
import {noteOn} from '../opened.js';
import {openNode} from './support.js';

const database = databaseFor('takeovers');

const lines = async (sandbox: string) => {
  const [row] = await database().query<{count: number}>(
    'SELECT count(*)::int FROM sandbox_log JOIN sandbox_account USING (incarnation) WHERE sandbox = $1',
    [sandbox],
  );
  return row!.count;
};

const untilActive = async ({log}: Awaited<ReturnType<typeof openNode>>) => {
  while (log.refusal !== undefined) {
    await sleep(20);
  }
};

postgresTest('the database rejects writes of a former owner that has not noticed the takeover', async t => {
  const data = database().dataOf('former');
  const former = await openNode(data);
  const account = await former.accounts.get('default');
  await noteOn(account, 'mine');
  const next = await openNode(data);
  t.is(next.log.refusal?.status, 503);
  t.is(next.log.refusal?.headers['Retry-After'], '1');
  const before = await lines('former');
  const [meta] = await database().query<{owner: string}>("SELECT owner FROM sandbox_meta WHERE sandbox = 'former'");
  while (next.log.refusal !== undefined) {
    // Simulates late heartbeats.
    const late = "UPDATE sandbox_node SET heartbeat = clock_timestamp() - interval '7 s' WHERE id = $1";
    await database().query(late, [meta!.owner]);
    await sleep(20);
  }
  const writes = [
    () => noteOn(account, 'stale'),
    () => account.save('stale'),
    () => former.accounts.fork('stale', account.state),
    () => former.accounts.drop('default'),
  ];
  for (const write of writes) {
    await t.throwsAsync(write(), {message: /^Nothing was changed: /});
  }
  t.is(former.log.refusal?.status, 503);
  t.is(await lines('former'), before);
  const [rows] = await database().query<object>(
    `SELECT (SELECT count(*)::int FROM sandbox_account WHERE sandbox = 'former') AS accounts,
       (SELECT count(*)::int FROM sandbox_snapshot) AS snapshots`,
  );
  t.deepEqual(rows, {accounts: 1, snapshots: 0});
  await noteOn(await next.accounts.get('default'), 'yours');
  await next.close();
  await untilActive(former);
  t.not(await former.accounts.get('default'), account);
  t.deepEqual(former.notices, [
    'This node is no longer the active one of the sandbox former',
    'This node is now the active one of the sandbox former',
  ]);
  t.deepEqual(next.notices, [
    'This node stands by for the sandbox former; the active node is http://127.0.0.1:4080',
    'This node is now the active one of the sandbox former',
  ]);
  await former.close();
});

postgresTest('when all heartbeats expire at once, at most one node takes over', async t => {
  const data = database().dataOf('beats');
  const nodes = [await openNode(data), await openNode(data), await openNode(data)];
  t.teardown(() => Promise.all(nodes.map(node => node.close())));
  const epoch = async () => {
    const [row] = await database().query<{epoch: string}>("SELECT epoch FROM sandbox_meta WHERE sandbox = 'beats'");
    return Number(row!.epoch);
  };
  for (let round = 0; round < 3; round++) {
    const before = await epoch();
    await database().query("UPDATE sandbox_node SET heartbeat = clock_timestamp() - interval '7 s'");
    do {
      await sleep(1300);
    } while (nodes.filter(({log}) => log.refusal === undefined).length !== 1);
    t.true((await epoch()) <= before + 1, `round ${round}: at most one node must take over`);
  }
});

postgresTest('an append that arrives after its account was fenced is not stored', async t => {
  const proxy = await startProxy(database().port);
  t.teardown(() => proxy.close());
  const node = await openNode(database().dataOf('late', proxy.port));
  const account = await node.accounts.get('default');
  await noteOn(account, 'first');
  proxy.hold();
  const error = await t.throwsAsync(noteOn(account, 'late'));
  t.regex(error!.message, /^Nothing was changed: .*the connection was lost/);
  proxy.release();
  await sleep(500);
  t.is(await lines('late'), 1);
  await noteOn(account, 'second');
  t.is(await lines('late'), 2);
  await node.close();
});

postgresTest('a resumed node responds to all queued requests with 503 after a takeover', async t => {
  const words = ['--profile', 'empty', '--assume', 'required_fields=observed'];
  const nodes = [await TestNode.open(database(), 'stale', words), await TestNode.open(database(), 'stale', words)];
  t.teardown(async () => {
    for (const node of nodes) {
      await node.end('SIGKILL');
      node.proxy.close();
    }
  });
  for (const node of nodes) {
    node.start();
    await node.untilHealthy();
  }
  const fund = (name: string) => ({name, type: 'Fund'});
  const former = await activeOf(nodes);
  t.is((await requestFromNode(former.url, 'POST', '/api/v1/funds', 'sbx_a', fund('one')))?.status, 200);
  former.signal('SIGSTOP');
  const next = await activeOf(nodes.filter(node => node !== former));
  t.is((await requestFromNode(next.url, 'POST', '/api/v1/funds', 'sbx_a', fund('two')))?.status, 200);
  // These wait in the socket of the stopped node, and are the first requests it reads.
  const reads = Array.from({length: 20}, () => requestFromNode(former.url, 'GET', '/api/v1/funds', 'sbx_a'));
  const writes = Array.from({length: 20}, () =>
    requestFromNode(former.url, 'POST', '/api/v1/funds', 'sbx_a', fund('three')),
  );
  await sleep(300);
  former.signal('SIGCONT');
  const statuses = (await Promise.all([...reads, ...writes])).map(response => response?.status);
  t.deepEqual(new Set(statuses), new Set([503]));
  const {body} = (await requestFromNode(next.url, 'GET', '/api/v1/funds?limit=500', 'sbx_a'))!;
  const names = body.items.map(({name}: {readonly name: string}) => name);
  t.deepEqual(names.filter((name: string) => ['one', 'two', 'three'].includes(name)).sort(), ['one', 'two']);
});
