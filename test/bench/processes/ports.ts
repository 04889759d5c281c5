import type {ChildProcess} from 'node:child_process';
import {get} from 'node:http';
import {type AddressInfo, createServer} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import type {AskedFor} from '../contestants/scenarios.js';

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Asks every millisecond until the answer is a 200. Throws where the process ends before. */
export async function firstAnswer(url: string, asked: AskedFor, from: ChildProcess): Promise<void> {
  while ((await statusOf(`${url}${asked.path}`, asked.headers)) !== 200) {
    if (from.exitCode !== null || from.signalCode !== null) {
      throw new Error(`${from.spawnargs.join(' ')} ended with ${from.exitCode ?? from.signalCode}`);
    }
    await sleep(1);
  }
}

/** Undefined where there was no answer. */
function statusOf(url: string, headers: AskedFor['headers']): Promise<number | undefined> {
  return new Promise(resolve => {
    const request = get(url, {agent: false, headers}, response => {
      response.resume().once('close', () => resolve(response.statusCode));
    });
    request.once('error', () => resolve(undefined));
  });
}
