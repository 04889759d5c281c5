import type {ChildProcess} from 'node:child_process';
import {get} from 'node:http';
import {type AddressInfo, createServer} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import type {ScenarioRequest} from '../contestants/scenarios.js';

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Sends a request every millisecond until the response is a 200. @throws Error if the process ends first */
export async function firstResponse(url: string, request: ScenarioRequest, from: ChildProcess): Promise<void> {
  while ((await statusOf(`${url}${request.path}`, request.headers)) !== 200) {
    if (from.exitCode !== null || from.signalCode !== null) {
      throw new Error(`${from.spawnargs.join(' ')} ended with ${from.exitCode ?? from.signalCode}`);
    }
    await sleep(1);
  }
}

/** Returns undefined if there is no response. */
function statusOf(url: string, headers: ScenarioRequest['headers']): Promise<number | undefined> {
  return new Promise(resolve => {
    const request = get(url, {agent: false, headers}, response => {
      response.resume().once('close', () => resolve(response.statusCode));
    });
    request.once('error', () => resolve(undefined));
  });
}
