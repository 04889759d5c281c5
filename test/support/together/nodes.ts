import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {request} from 'node:http';
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import {executable} from '../executable.js';
import {freePort} from '../free-port.js';
import type {TestDatabase} from './postgres.js';
import {startProxy, type TestProxy} from './proxy.js';

export interface NodeResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without declaring their types
  readonly body: any;
  readonly retryAfter: string | undefined;
}

/** Sends a request once, on a new connection. @returns undefined if the connection broke */
export function requestFromNode(
  url: string,
  method: string,
  path: string,
  key: string,
  body?: object,
): Promise<NodeResponse | undefined> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${key}`,
    ...(sent !== undefined && {'content-type': 'application/json', 'content-length': Buffer.byteLength(sent)}),
  };
  const signal = AbortSignal.timeout(40_000);
  return new Promise(resolve => {
    request(`${url}${path}`, {method, headers, agent: false, signal}, response => {
      text(response).then(
        reply => {
          const isJson = response.headers['content-type']?.startsWith('application/json');
          const retryAfter = response.headers['retry-after'];
          resolve({status: response.statusCode!, body: isJson ? JSON.parse(reply) : reply, retryAfter});
        },
        () => resolve(undefined),
      );
    })
      .on('error', () => resolve(undefined))
      .end(sent);
  });
}

/** A process that serves a sandbox together with others. */
export class TestNode {
  #child: ChildProcess | undefined;
  /** The output on stderr. */
  errors = '';

  private constructor(
    readonly url: string,
    readonly proxy: TestProxy,
    private readonly words: readonly string[],
  ) {}

  static async open(database: TestDatabase, sandbox: string, words: readonly string[]): Promise<TestNode> {
    const [port, proxy] = [await freePort(), await startProxy(database.port)];
    const all = ['start', '--port', String(port), '--data', database.dataOf(sandbox, proxy.port), ...words];
    return new TestNode(`http://127.0.0.1:${port}`, proxy, all);
  }

  start(): void {
    const child = spawn(process.execPath, [executable, ...this.words], {stdio: ['ignore', 'ignore', 'pipe']});
    child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
      this.errors += chunk;
    });
    this.#child = child;
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** Resolves when the process has ended. */
  async end(name: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(name);
      await ended;
    }
  }

  async status(path: '/ready' | '/health'): Promise<number | undefined> {
    return (await requestFromNode(this.url, 'GET', path, ''))?.status;
  }

  async untilHealthy(): Promise<void> {
    while ((await this.status('/health')) !== 200) {
      await sleep(50);
    }
  }
}

/** Waits for a node that serves. */
export async function activeOf(nodes: readonly TestNode[], patience = 30_000): Promise<TestNode> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    for (const node of nodes) {
      const answer = await Promise.race([node.status('/ready'), sleep(300)]);
      if (answer === 200) {
        return node;
      }
    }
    await sleep(20);
  }
  throw new Error(`No node became active in ${patience} ms: ${nodes.map(({errors}) => errors).join('\n')}`);
}
