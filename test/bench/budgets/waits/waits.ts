import {setMaxListeners} from 'node:events';
import path from 'node:path';
import {sandbox} from '../../contestants/sandbox.js';
import {inFolder} from '../../folder.js';
import {Fleet} from '../../processes/fleet.js';
import {type RunningServer, startServer} from '../../processes/server.js';
import {type Figure, shown} from '../../targets.js';
import type {Budget} from '../budget.js';
import {OtherClient, send} from './client.js';
import {atManyAccounts, atOneAccount, type HeavyOperation, inFile, manyAtOnce} from './operations.js';
import type {Wait} from './probe.js';

const rounds = 3;

/** Milliseconds. A longer operation is measured from its start, in one round, and then aborted. */
const longestRound = 20_000;

const accounts = 100_000;
const heap = ['--max-old-space-size=8192'];
const large = ['--quiet', '--constituents', '100000'];

/** Runs an operation, and aborts it when the time is over. @returns whether it ended in time */
async function runInTime({run}: HeavyOperation, url: string): Promise<boolean> {
  const aborted = new AbortController();
  setMaxListeners(0, aborted.signal); // one listener for each parallel request
  const timer = setTimeout(() => aborted.abort(), longestRound);
  try {
    await run(url, aborted.signal);
    return true;
  } catch (error) {
    if (!aborted.signal.aborted) {
      throw error;
    }
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the shortest of the longest waits, because a busy machine lengthens some rounds more than others. */
async function figureOf(operation: HeavyOperation, server: RunningServer, atMost: number): Promise<Figure> {
  const {name, isOnce, prepare} = operation;
  const longest: Wait[] = [];
  for (let round = 0, mayRepeat = true; mayRepeat && round < rounds; round++) {
    await prepare?.(server.url);
    await using other = new OtherClient(server);
    longest.push(
      await other.longestDuring(async () => {
        mayRepeat = (await runInTime(operation, server.url)) && isOnce !== true;
      }),
    );
  }
  const minimum = (way: keyof Wait) => Math.min(...longest.map(wait => wait[way]));
  const measured = {'wall clock': minimum('wall'), 'server CPU': minimum('cpu')};
  return {label: `longest wait: ${name}`, unit: 'ms', measured, target: {atMost}};
}

/** Starts a sandbox and measures one operation after another. */
async function measureAt(
  words: readonly string[],
  atMost: Readonly<Record<number, readonly HeavyOperation[]>>,
  prepare: (url: string) => Promise<unknown> = async () => undefined,
): Promise<readonly Figure[]> {
  await using fleet = new Fleet();
  const server = await startServer(sandbox('crm-sandbox', words, heap), fleet);
  await prepare(server.url);
  const figures: Figure[] = [];
  for (const [limit, operations] of Object.entries(atMost)) {
    for (const operation of operations) {
      const figure = await figureOf(operation, server, Number(limit));
      process.stderr.write(`${figure.label}: ${shown(figure.measured['server CPU']!, 'ms')} of server CPU\n`);
      figures.push(figure);
    }
  }
  return figures;
}

/** Creates accounts by sending one request with each key. */
async function createAccounts(url: string): Promise<void> {
  let created = 1; // the default account
  const client = async () => {
    while (created < accounts) {
      created += 1;
      await send(url, {path: '/api/v1/funds/2395', account: `many-${created}`});
    }
  };
  await Promise.all(Array.from({length: 16}, client));
}

/** The longest wait of another client during heavy operations. */
export const waits: Budget = {
  name: 'waits',
  async measure() {
    const figures = [
      ...(await measureAt([...large, '--max-limit', '100000'], {100: atOneAccount, 150: manyAtOnce})),
      ...(await inFolder(folder => measureAt([...large, '--data', path.join(folder, 'data.json')], {100: inFile}))),
      ...(await measureAt(['--quiet', '--constituents', '10'], {100: atManyAccounts}, createAccounts)),
    ];
    if (figures.length === 0) {
      throw new Error('no operation was measured');
    }
    return figures;
  },
};
