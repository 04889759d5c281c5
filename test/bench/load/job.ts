import type {AskedFor} from '../contestants/scenarios.js';

/** What the load process is told to do. */
export interface Job {
  readonly url: string;
  readonly requests: readonly AskedFor[];
  /** How many requests in all. */
  readonly amount: number;
}

/** What it saw. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** CPU time of the load process itself, in microseconds. */
  readonly clientCpu: number;
}
