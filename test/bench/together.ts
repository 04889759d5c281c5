import path from 'node:path';
import {startSandbox} from '../../src/index.js';
import {activeOf, TestNode} from '../support/together/nodes.js';
import {startPostgres, type TestDatabase} from '../support/together/postgres.js';
import {median} from './figures.js';
import {inFolder} from './folder.js';
import type {Section} from './section.js';
import {shown} from './targets.js';

const [rounds, atOnce, accounts, takeOvers] = [200, 16, 100, 5];

const headersOf = (key: string) => ({authorization: `Bearer ${key}`, 'content-type': 'application/json'});

async function write(url: string, key = 'sandbox-key'): Promise<void> {
  const body = JSON.stringify({name: 'Roof', type: 'Fund'});
  const response = await fetch(`${url}/api/v1/funds`, {method: 'POST', headers: headersOf(key), body});
  if (response.status !== 200) {
    throw new Error(`a write returned ${response.status}: ${await response.text()}`);
  }
  await response.text();
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Measures the milliseconds of a write, of one of many parallel writes, and of a read. */
async function timesWith(data: string | undefined): Promise<readonly number[]> {
  await using sandbox = await startSandbox({...(data !== undefined && {data})});
  const {url} = sandbox;
  const [writes, reads, shared]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    writes.push(await timeOf(() => write(url)));
    const read = () =>
      fetch(`${url}/api/v1/funds?limit=1`, {headers: headersOf('sandbox-key')}).then(each => each.text());
    reads.push(await timeOf(read));
  }
  const keys = Array.from({length: atOnce}, (_, index) => `sbx_many-${index}`);
  await Promise.all(keys.map(key => write(url, key)));
  for (let round = 0; round < rounds / 10; round++) {
    shared.push((await timeOf(() => Promise.all(keys.map(key => write(url, key))))) / atOnce);
  }
  return [writes, shared, reads].map(median);
}

/** Measures the milliseconds from the end of the active node to the first successful write on the other node. */
async function takeOverTimes(database: TestDatabase, signal: 'SIGTERM' | 'SIGKILL'): Promise<readonly number[]> {
  const words = ['--assume', 'required_fields=observed'];
  const nodes = [await TestNode.open(database, signal, words), await TestNode.open(database, signal, words)];
  try {
    for (const node of nodes) {
      node.start();
      await node.untilHealthy();
    }
    const first = await activeOf(nodes);
    for (let account = 0; account < accounts; account++) {
      await write(first.url, `sbx_account-${account}`);
    }
    const times: number[] = [];
    for (let round = 0; round < takeOvers; round++) {
      const active = await activeOf(nodes);
      const standbys = nodes.filter(node => node !== active);
      times.push(
        await timeOf(async () => {
          await active.end(signal);
          await write((await activeOf(standbys)).url);
        }),
      );
      active.start();
      await active.untilHealthy();
    }
    return times;
  } finally {
    for (const node of nodes) {
      await node.end('SIGKILL');
      node.proxy.close();
    }
  }
}

/** Measures a sandbox in a database compared with one in a file, and its downtime when a node ends. */
export async function benchTogether(): Promise<Section> {
  const database = await startPostgres();
  try {
    const rows = await inFolder(async folder => {
      const cases = [
        ['in memory', undefined],
        ['a file', path.join(folder, 'data.json')],
        ['Postgres on the same machine', database.dataOf('bench')],
      ] as const;
      const all: string[][] = [];
      for (const [name, data] of cases) {
        all.push([name, ...(await timesWith(data)).map(time => shown(time))]);
      }
      return all;
    });
    const heads = ['data', 'a write, ms', `a write of ${atOnce} at once, ms`, 'a read, ms'];
    const handOver = await takeOverTimes(database, 'SIGTERM');
    const kill = await takeOverTimes(database, 'SIGKILL');
    const figures = [
      {label: 'hand-over, longest', unit: 's', measured: {seconds: Math.max(...handOver) / 1000}, target: {atMost: 2}},
      {
        label: 'take-over after a kill, longest',
        unit: 's',
        measured: {seconds: Math.max(...kill) / 1000},
        target: {atMost: 10},
      },
    ];
    return {figures, tables: [{heads, rows}]};
  } finally {
    await database.stop();
  }
}
