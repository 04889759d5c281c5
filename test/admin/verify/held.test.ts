import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import {adminOperations} from '../../../src/admin/index.js';
import {createApp} from '../../../src/http/app.js';
import {Keys} from '../../../src/http/guard/authenticate.js';
import {operations} from '../../../src/resources/index.js';
import {openContext} from './support.js';

test('a pending request is verified as received, but not as answered', async t => {
  let release: () => void = () => undefined;
  const parts = await openContext(() => new Promise<void>(resolve => (release = resolve)));
  const {accounts, caches, exchanges} = parts;
  const app = createApp({
    accounts,
    keys: new Keys(accounts, []),
    operations,
    settings: accounts.settings,
    caches,
    admin: {adminOperations, parts},
    closing: new AbortController().signal,
    version: '0',
    documents: {},
    hosts: [],
    exchanges,
    cors: false,
    onError: error => t.fail(String(error)),
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = async (path: string, body: object) => {
    const headers = {authorization: 'Bearer sandbox-key', 'content-type': 'application/json'};
    const response = await fetch(`${url}${path}`, {method: 'POST', headers, body: JSON.stringify(body)});
    return {status: response.status, body: (await response.json()) as Record<string, never>};
  };
  const group = {operation: 'createGroup', body: {name: 'Choir'}};
  const received = {...group, phase: 'received', times: 1};
  const waiting = send('/_sandbox/verify', {...received, within: '2m'});
  const write = send('/api/v1/groups?access_token=secret', {name: 'Choir'});
  const found = (await waiting).body;
  t.like(found['exchanges']![0], {
    seq: null,
    status: null,
    operation: 'createGroup',
    url: '/api/v1/groups?access_token=[hidden]',
    body: {name: 'Choir'},
  });
  t.is((await send('/_sandbox/verify', group)).status, 409);
  t.is((await send('/_sandbox/verify', received)).status, 200, 'a later verification sees the pending request');
  t.is(exchanges.unanswered.count, 1);
  release();
  t.is((await write).status, 200);
  const answered = await send('/_sandbox/verify', received);
  t.is(answered.status, 200, 'the request is counted once');
  t.like(answered.body['exchanges']![0], {status: 200, body: {name: 'Choir'}});
  t.is((await send('/_sandbox/verify', group)).status, 200);
  t.is(exchanges.unanswered.count, 0);
});
