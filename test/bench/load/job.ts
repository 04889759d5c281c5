import type {ScenarioRequest} from '../contestants/scenarios.js';

/** The task of the load process. */
export interface Job {
  readonly url: string;
  readonly requests: readonly ScenarioRequest[];
  /** The total number of requests. */
  readonly amount: number;
}

/** The result of a job. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** CPU time of the load process itself, in microseconds. */
  readonly clientCpu: number;
}
