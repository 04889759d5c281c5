import {setTimeout as sleep} from 'node:timers/promises';
import {databaseFor, postgresTest} from '../../support/postgres.js';
import {startCluster} from '../../support/together/cluster.js';
import {activeOf, requestFromNode} from '../../support/together/nodes.js';

const database = databaseFor('three nodes');

postgresTest('three nodes store every acknowledged write once despite kills, stops and cut connections', async t => {
  t.timeout(180_000);
  const cluster = await startCluster(t, database(), 'together');
  const first = await cluster.active();
  await sleep(1000);
  await first.end('SIGKILL');
  const stopped = await activeOf(cluster.others(first));
  first.start();

  await sleep(500);
  stopped.signal('SIGSTOP');
  await activeOf(cluster.others(stopped));
  stopped.signal('SIGCONT');
  await sleep(1000);
  t.is(await stopped.status('/ready'), 503);

  await database().crash();
  await sleep(500);
  await database().start();
  await cluster.active();

  for (const node of cluster.nodes) {
    await node.end('SIGTERM');
    await activeOf(cluster.others(node));
    node.start();
    await node.untilHealthy();
  }

  const lonely = await cluster.active();
  lonely.proxy.cut(false);
  await sleep(500);
  lonely.proxy.cut(true);
  await activeOf(cluster.others(lonely));
  lonely.proxy.mend();

  const late = await cluster.active();
  late.proxy.delayBy(9000);
  await activeOf(cluster.others(late));
  await sleep(3000);
  late.proxy.mend();
  await sleep(1000);

  const counts = await cluster.finish();
  t.true(counts['acknowledged']! > 100);
});

/** Reads a stream of events up to the first event. */
async function beginOfEvents(url: string): Promise<string> {
  const headers = {authorization: 'Bearer sandbox-key'};
  const {body} = await fetch(`${url}/_sandbox/events?since=0`, {headers});
  let text = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('event: ')) {
      break;
    }
  }
  return text;
}

postgresTest('requests recorded by another node respond with 409 instead of an empty list', async t => {
  const cluster = await startCluster(t, database(), 'recorded');
  const old = await cluster.active();
  await requestFromNode(old.url, 'GET', '/api/v1/funds', 'sandbox-key');
  const before = await requestFromNode(old.url, 'POST', '/_sandbox/marks', 'sandbox-key', {name: 'pays'});
  await old.end('SIGTERM');
  const {url} = await activeOf(cluster.others(old));
  const requestAdmin = (method: string, path: string, body?: object) =>
    requestFromNode(url, method, `/_sandbox/${path}`, 'sandbox-key', body);
  const responses = await Promise.all([
    requestAdmin('GET', 'requests'),
    requestAdmin('GET', `requests?since=${before!.body.since}`),
    requestAdmin('GET', 'requests?mark=pays'),
    requestAdmin('GET', 'requests/1'),
    requestAdmin('GET', 'diff?from=before:1'),
    requestAdmin('POST', 'verify', {operation: 'listFunds', times: 0}),
  ]);
  for (const response of responses) {
    t.is(response?.status, 409, JSON.stringify(response?.body));
    t.regex(response!.body.description, /^this node took over at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
  }
  t.regex((await requestAdmin('GET', 'findings'))?.body.taken_over_at, /^\d{4}-\d\d-\d\dT/);
  t.regex(await beginOfEvents(url), /event: gap\ndata: {"from":1,"to":\d*000000}\n\n/);
  const mark = await requestAdmin('POST', 'marks', {name: 'pays'});
  await requestFromNode(url, 'GET', '/api/v1/funds', 'sandbox-key');
  const since = await requestAdmin('GET', `requests?since=${mark!.body.since}`);
  t.is(since?.body.requests.length, 1);
  await requestAdmin('POST', 'reset', {});
  t.is((await requestAdmin('POST', 'verify', {operation: 'listFunds', times: 0}))?.status, 200);
  t.is((await requestAdmin('GET', 'findings'))?.body.taken_over_at, undefined);
  const fresh = await requestFromNode(url, 'GET', '/_sandbox/requests', 'sbx_new');
  t.deepEqual(fresh?.body, {requests: []});
  await cluster.finish();
});
