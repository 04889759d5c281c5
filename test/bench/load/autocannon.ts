import type {EventEmitter} from 'node:events';
import {createRequire} from 'node:module';
import {installedFile} from '../installed-file.js';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Options {
  readonly url: string;
  readonly connections: number;
  /** The total number of requests of all connections. */
  readonly amount: number;
  /** Milliseconds between checks for completion. */
  readonly sampleInt: number;
  /** Seconds. */
  readonly timeout: number;
  readonly requests: readonly Request[];
  readonly setupClient: (client: {setRequests(requests: readonly Request[]): void}) => void;
}

export interface Result {
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
}

/** The part of autocannon that the bench uses; the package has no types. */
type Autocannon = (options: Options, done: (error: Error | null, result: Result) => void) => EventEmitter;

export const autocannon = createRequire(import.meta.url)(installedFile('client', 'autocannon')) as Autocannon;
