import {mkdtempSync, rmSync} from 'node:fs';
import {Agent, request} from 'node:http';
import {Session} from 'node:inspector/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import {type RunningSandbox, startSandbox} from '../../../../src/index.js';
import type {Hops} from './hops.js';

/** Prints the files that run during one warm request with every reader on. */

const warmUps = 30;

/** Milliseconds. Readers finish well within this time after the response. */
const settled = 200;

const compiled = new URL('../../../..', import.meta.url).href;

type Send = (method: string, path: string, body?: object) => Promise<string>;

/** `node:http` loads less code into this process than `fetch`. */
function senderTo(sandbox: RunningSandbox, agent: Agent): Send {
  const headers = {authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json'};
  return (method, target, body) =>
    new Promise((resolve, reject) => {
      request(new URL(target, sandbox.url), {method, headers, agent}, response => {
        text(response).then(reply => {
          if (response.statusCode === 200) {
            resolve(reply);
          } else {
            reject(new Error(`${method} ${target}: ${response.statusCode} ${reply}`));
          }
        }, reject);
      })
        .on('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body));
    });
}

/** Returns the files that ran since the last call. */
async function filesRun(session: Session): Promise<string[]> {
  const {result} = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({url, functions}) => url.startsWith(compiled) && functions.some(({ranges}) => ranges[0]!.count > 0))
    .map(({url}) => url.slice(compiled.length))
    .filter(file => file.startsWith('src/') || file.startsWith('fixtures/'))
    .sort();
}

async function hopsOf(session: Session, send: () => Promise<string>): Promise<string[]> {
  for (let count = 0; count < warmUps; count++) {
    await send();
  }
  await wait(settled);
  await filesRun(session);
  await send();
  await wait(settled);
  return filesRun(session);
}

async function measure(folder: string): Promise<Hops> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', {callCount: true, detailed: false});
  const sandbox = await startSandbox({
    profile: 'small',
    now: '2026-01-01T00:00:00Z',
    headers: true,
    onRequest: () => undefined,
    onExchange: () => undefined,
    onFinding: () => undefined,
    faults: 'createGift#1000000:lost',
    trace: path.join(folder, 'trace.gz'),
  });
  const agent = new Agent({keepAlive: true});
  try {
    const send = senderTo(sandbox, agent);
    const {items} = JSON.parse(await send('GET', '/api/v1/constituents?limit=1')) as {items: [{id: number}]};
    const gifts = `/api/v1/constituents/${items[0].id}/gifts`;
    const gift = {gift_type_name: 'Gift', received_amount: 25, received_date: '2026-01-01'};
    return {
      'GET /funds': await hopsOf(session, () => send('GET', '/api/v1/funds')),
      'POST gift': await hopsOf(session, () => send('POST', gifts, gift)),
    };
  } finally {
    agent.destroy();
    await sandbox.close();
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'crm-sandbox-hops-'));
try {
  process.stdout.write(JSON.stringify(await measure(folder)));
} finally {
  rmSync(folder, {recursive: true});
}
