import fs from 'node:fs';
import {callChain} from '../caller/call-chain.js';
import {isPermitted} from '../deno.js';
import {hostName, isOneOf, isolationError} from '../hosts.js';
import {type ReportKind, type Run, reportBeside} from './setting.js';

/** The run that intercepts a host, or rejects it with an error. */
export interface RunTarget {
  readonly host: string;
  readonly run: Run;
  readonly error?: string;
}

/**
 * Selects the innermost of nested runs that intercepts or rejects a host.
 * @returns undefined if the host is reached as without a run
 */
export function decide(host: unknown, port: number | undefined, runs: readonly Run[]): RunTarget | undefined {
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
 * The error for a blocked connection; rejections are reported to the sandbox.
 * @param why a connection to an intercepted host cannot be redirected: it must not reach the real service
 */
export function failure({host, run, error}: RunTarget, why: string): NodeJS.ErrnoException {
  if (error !== undefined) {
    report('refused', [hostName(host), callChain() ?? ''], [run]);
  }
  return Object.assign(new Error(error ?? `${host} is the sandbox's in this run, and ${why}`), {
    code: error === undefined ? 'ERR_CRM_SANDBOX_INTERCEPT' : 'ERR_CRM_SANDBOX_ISOLATE',
    hostname: host,
  });
}

/** Saved, because the user's tests may replace these. */
const {closeSync: close, openSync: open, writeSync: write} = fs;

/** Per process: different lines, and repetitions of each. A client may retry in a loop. */
const [maxEntries, maxRepeats] = [500, 1000];

const counts = new Map<string, number>();

/** Appends to a file of each run, because a process may exit before it could send a request. */
export function report(kind: ReportKind, words: readonly string[], runs: readonly Run[]): void {
  const line = `${words.map(word => word.replaceAll(/[\t\r\n]/g, '?')).join('\t')}\n`;
  const entry = `${kind}\t${line}`;
  const count = (counts.get(entry) ?? 0) + 1;
  if (count > maxRepeats || (count === 1 && counts.size >= maxEntries) || !isPermitted('write')) {
    return;
  }
  counts.set(entry, count);
  for (const {ca} of runs) {
    try {
      const descriptor = open(reportBeside(ca, kind), 'a', 0o600);
      write(descriptor, line);
      close(descriptor);
    } catch {} // the run has ended, or the process lacks write permission
  }
}
