import {isOneOf} from '../hosts/host-name.js';
import {isolationError} from '../hosts/isolation.js';
import {reportRefusal} from './report-refusal.js';
import type {Run} from './setting.js';

/** The run that intercepts a host, or refuses it with an error. */
export interface Verdict {
  readonly host: string;
  readonly run: Run;
  readonly error?: string;
}

/**
 * Of nested runs, the innermost that intercepts or refuses a host decides about it.
 * @returns undefined if the host is reached as without a run
 */
export function decide(host: unknown, port: number | undefined, runs: readonly Run[]): Verdict | undefined {
  if (typeof host !== 'string' || host === '') {
    return undefined;
  }
  for (const run of runs) {
    if (isOneOf(run.hosts, host)) {
      return {host, run};
    }
    const error = run.allowed && isolationError(host, port, run.allowed);
    if (error !== undefined) {
      return {host, run, error};
    }
  }
  return undefined;
}

/**
 * The error for a client whose connection is not made; a refusal is reported to the sandbox.
 * @param why a connection to an intercepted host cannot be redirected: it must not reach the real service
 */
export function failure({host, run, error}: Verdict, why: string): NodeJS.ErrnoException {
  if (error !== undefined) {
    reportRefusal(host, run);
  }
  return Object.assign(new Error(error ?? `${host} is the sandbox's in this run, and ${why}`), {
    code: error === undefined ? 'ERR_CRM_SANDBOX_INTERCEPT' : 'ERR_CRM_SANDBOX_ISOLATE',
    hostname: host,
  });
}
