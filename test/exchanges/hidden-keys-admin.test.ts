import path from 'node:path';
import test from 'ava';
import {logLine} from '../../src/cli/output/report.js';
import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import {newFolder} from '../support/cli.js';
import {json, send} from '../support/key-positions.js';
import {linesOf} from '../support/traces.js';

const requests: ReadonlyArray<readonly [method: string, path: string, body?: object]> = [
  ['GET', '/_sandbox/requests?limit=1&access_token=kanari'],
  ['GET', '/_sandbox/requests?limit=1?access_token=kanari'],
  ['GET', '/_sandbox/requests&access_token=kanari'],
  ['GET', '/_sandbox/requests/access_token=kanari'],
  ['POST', '/_sandbox/accounts', {name: 'one', password: 'kanari'}],
  ['POST', '/_sandbox/seed?access_token=kanari', {records: {groups: [{name: 'Choir', access_token: 'kanari'}]}}],
  ['PUT', '/_sandbox/faults;access_token=kanari', {rules: [], password: 'kanari'}],
  ['PUT', '/_sandbox/faults?pwd=kanari', {rules: ['createGroup#1:lost']}],
  ['PUT', '/_sandbox/faults?access_token=kanari', {rules: ['createGroup#1:lost']}],
  ['POST', '/_sandbox/faults', {rules: ['createGroup#1:lost'], jwt: 'kanari'}],
  ['PUT', '/_sandbox/snapshots/access_token=kanari'],
  ['GET', 'http://kanari:@127.0.0.1/api/v1/groups'],
];

test('keys in admin requests are hidden in responses, logs and traces', async t => {
  const trace = path.join(await newFolder(t), 'run.trace.gz');
  const log: string[] = [];
  const sandbox = await startSandbox({
    constituents: 0,
    trace,
    onRequest: one => log.push(logLine(one, false), logLine(one, true)),
  });
  t.teardown(() => sandbox.close());
  const replies: string[] = [];
  for (const [method, at, body] of requests) {
    const headers = {authorization: `Bearer ${sandbox.key}`, ...(body && json)};
    const {status, text} = await send(sandbox.port, {path: at, method, headers, body: body && JSON.stringify(body)});
    replies.push(`${method} ${at.replaceAll('kanari', 'K')} ${status} ${text}`);
  }
  await sandbox.close();
  const lines = linesOf(trace);
  t.deepEqual(
    [...replies, ...log, ...lines].filter(text => text.includes('kanari')),
    [],
  );
  t.true(replies.filter(text => text.includes('[hidden]')).length >= 2, replies.join('\n'));
  t.is(lines.filter(line => line.includes('"control"')).length, 1, 'only the accepted request must be recorded');
});

test('verify hides the key of a pending request', async t => {
  const sandbox = await startSandbox({constituents: 0});
  t.teardown(() => sandbox.close());
  const {port, key} = sandbox;
  const headers = {authorization: `Bearer ${key}`, ...json};
  const post = (at: string, body: object) =>
    send(port, {path: at, method: 'POST', headers, body: JSON.stringify(body)});
  t.is((await post('/_sandbox/faults', {rules: ['createGroup:delay=1s']})).status, 200);
  const verified = post('/_sandbox/verify', {operation: 'createGroup', phase: 'received', times: 1, within: '30s'});
  const write = post('/api/v1/groups?limit=1?access_token=kanari', {name: 'Choir', password: 'kanari'});
  const {exchanges} = JSON.parse((await verified).text);
  t.is(exchanges.length, 1);
  t.like(exchanges[0], {
    status: null,
    url: '/api/v1/groups?limit=1?access_token=[hidden]',
    body: {name: 'Choir', password: '[hidden]'},
  });
  t.false(JSON.stringify(exchanges).includes('kanari'));
  await write;
});
