import {defaultSeed, generateRecords, type Profile, profiles} from '../fixtures/index.js';
import {createApp} from './http/app.js';
import {Keys, namedKeys} from './http/keys.js';
import type {LoggedRequest} from './http/log-requests.js';
import {listen} from './http/server.js';
import {operations, schema} from './resources/index.js';
import {frozenClock, machineClock} from './store/clock.js';
import {Sandbox} from './store/sandbox.js';
import {version} from './version.js';

export interface StartOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Default: 127.0.0.1 */
  readonly host?: string;
  /** Names, besides this machine's own, that the sandbox answers to. */
  readonly allowHosts?: readonly string[];
  /** The same seed gives the same data, byte for byte. Default: 1 */
  readonly seed?: number;
  /** How much data: `empty`, `small`, `default` or `large`. */
  readonly profile?: Profile;
  /** How many constituents, instead of a profile's number. */
  readonly constituents?: number;
  /** A moment to freeze the clock at, as ISO 8601; the machine's time where it is left out. */
  readonly now?: string;
  /** Keys that may do anything, besides `sandbox-key`. */
  readonly keys?: readonly string[];
  /** Whether pages of other origins may use it. Default: false */
  readonly cors?: boolean;
  /** Told how far the generating of data is. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Told of each request once it is answered. */
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Told of faults of the sandbox's own. Default: nobody is */
  readonly onFault?: (error: unknown) => void;
}

export interface RunningSandbox {
  /** `http://127.0.0.1:4080` */
  readonly url: string;
  readonly port: number;
  /** A key that may do anything. */
  readonly key: string;
  readonly seed: number;
  readonly version: string;
  /** Finishes the requests in flight and leaves nothing open. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a sandbox and resolves once it listens.
 * @throws the system's own error, with a `code`, where the address can't be listened on
 */
export async function startSandbox(options: StartOptions = {}): Promise<RunningSandbox> {
  const {host = '127.0.0.1'} = options;
  const server = await listen(options.port ?? 0, host);
  try {
    server.serve((await assemble(options, host)).callback());
  } catch (error) {
    await server.close(0);
    throw error;
  }
  const {port, close} = server;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    key: namedKeys[0]![0],
    seed: options.seed ?? defaultSeed,
    version,
    close: () => close(),
    [Symbol.asyncDispose]: () => close(),
  };
}

async function assemble(options: StartOptions, host: string) {
  const {seed = defaultSeed, onRequest, onProgress} = options;
  const baseline = generateRecords({
    seed,
    constituents: options.constituents ?? profiles[options.profile ?? 'default'],
    ...(onProgress && {onProgress}),
  });
  const clock = options.now === undefined ? machineClock : frozenClock(Date.parse(options.now));
  const sandbox = await Sandbox.open({schema, baseline, clock, seed});
  return createApp({
    sandbox,
    keys: new Keys(sandbox, options.keys ?? []),
    operations,
    version,
    hosts: [host, ...(options.allowHosts ?? [])],
    cors: options.cors ?? false,
    ...(onRequest && {onRequest}),
    onFault: options.onFault ?? (() => undefined),
  });
}
