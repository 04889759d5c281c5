import {type Check, checksOf, run} from './checks.js';
import {readContract} from './contract.js';
import {Coverage} from './coverage.js';
import type {Server, Subject} from './exchange.js';
import {readAllLists} from './read-lists.js';

export interface FuzzOptions {
  readonly seed: number;
  /** The minimum number of requests. */
  readonly requests: number;
  /** Limits the run to operations whose id contains this text. */
  readonly only?: string;
}

export interface FuzzReport {
  readonly coverage: Coverage;
  readonly operations: number;
  /** One failure for each failed check, with the requests that reproduce it. */
  readonly failures: readonly string[];
}

/**
 * Sends requests generated from a document, and checks the responses against it.
 * @param document the response of `/openapi.json`, the only source about the server
 * @throws Error if the document contains something that the fuzz does not support
 */
export async function fuzz(document: unknown, server: Server, options: FuzzOptions): Promise<FuzzReport> {
  const {seed, requests, only = ''} = options;
  const contract = readContract(document);
  const operations = contract.operations.filter(({id}) => id.includes(only));
  const coverage = new Coverage(operations);
  const subject: Subject = {contract, server, coverage};
  const before = await readAllLists(subject);
  const failures = new Map<Check, string>();
  let checks = checksOf(operations, subject, before.known);
  for (let round = 0; checks.length > 0 && (round === 0 || coverage.requests < requests); round += 1) {
    const runs = Math.ceil(
      (requests - coverage.requests) / checks.reduce((sum, {size, times}) => sum + size * times, 0),
    );
    for (const check of checks) {
      const failure = await run(check, seed + round, Math.max(1, runs * check.times));
      if (failure !== undefined) {
        failures.set(check, failure);
      }
    }
    checks = checks.filter(check => check.times > 0 && !failures.has(check));
  }
  const after = await readAllLists(subject);
  const never = coverage.neverTaken.map(id => `no request to ${id} was ever taken`);
  const changed = after.replies === before.replies ? [] : ['after a reset the lists hold something else than at first'];
  return {
    coverage,
    operations: operations.length,
    failures: [...before.failures, ...failures.values(), ...never, ...changed],
  };
}
