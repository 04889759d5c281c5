import {type Check, checksOf, run} from './checks.js';
import {readContract} from './contract.js';
import {Coverage} from './coverage.js';
import type {Server, Subject} from './exchange.js';
import {readAllLists} from './read-lists.js';

/** What is to be done, and how much of it. */
export interface FuzzOptions {
  readonly seed: number;
  /** At least so many. */
  readonly requests: number;
  /** Only operations of which the id holds this. */
  readonly only?: string;
}

export interface FuzzReport {
  readonly coverage: Coverage;
  readonly operations: number;
  /** One for each kind of requests to one operation, with what shows it. */
  readonly failures: readonly string[];
}

/**
 * Makes requests of a document, and holds the replies against it.
 * @param document what `/openapi.json` answers: all that is known of the server
 * @throws where the document has something that no requests can be made of
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
