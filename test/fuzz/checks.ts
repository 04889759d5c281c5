import {createHash} from 'node:crypto';
import fc from 'fast-check';
import type {Operation} from './contract.js';
import {partsOf} from './coverage.js';
import {Drafts} from './drafts.js';
import {sendExample} from './examples.js';
import {failureOf, type Subject} from './exchange.js';
import {flawedRequests} from './flaws.js';
import {sendFlawed} from './invalid-requests.js';
import type {KnownRecords} from './known-records.js';
import {askOtherMethods, pathRuns} from './other-methods.js';
import {sendValid, validRuns} from './valid-requests.js';

/** One kind of requests, to one operation or path. */
export interface Check {
  readonly name: string;
  /** How many requests a run makes, more or less. */
  readonly size: number;
  /** How often it is done: nothing but once where each run is more or less the same. */
  readonly times: number;
  readonly property: fc.IAsyncProperty<[unknown]>;
}

/** Everything that is checked of some operations. Each run starts from the same state. */
export function checksOf(operations: readonly Operation[], subject: Subject, known: KnownRecords): Check[] {
  const {contract, server} = subject;
  const from = <T>(made: fc.Arbitrary<T>, send: (made: T) => Promise<void>) =>
    fc.asyncProperty(made, send).beforeEach(() => server.reset()) as unknown as Check['property'];
  const drafts = new Drafts(contract, known);
  const paths = new Map(operations.map(operation => [operation.path, operation]));
  return [
    ...operations.map(operation => ({
      name: `the example of ${operation.id}`,
      size: 1,
      times: 0,
      property: from(fc.constant(operation), operation => sendExample(operation, subject)),
    })),
    ...Array.from(paths, ([path, operation]) => ({
      name: `other methods of ${path}`,
      size: 8,
      times: 0,
      property: from(pathRuns(operation, known), ids => askOtherMethods(operation, ids, subject, known)),
    })),
    ...operations.map(operation => ({
      name: `valid requests to ${operation.id}`,
      size: 4,
      times: Math.max(1, Math.ceil(partsOf(operation).length / 15)), // as there is more to go wrong
      property: from(validRuns(operation, drafts), drafts => sendValid(drafts, subject, known)),
    })),
    ...operations.map(operation => ({
      name: `invalid requests to ${operation.id}`,
      size: 3,
      times: 1,
      property: from(fc.array(flawedRequests(operation, drafts, server), {minLength: 1, maxLength: 5}), requests =>
        sendFlawed(requests, subject, known),
      ),
    })),
  ];
}

/**
 * @returns what went wrong, if anything did, with the fewest and simplest requests that show it
 * @param seed that of the whole: each check makes a different one of it, the same whatever else is checked
 */
export async function run({name, property}: Check, seed: number, numRuns: number): Promise<string | undefined> {
  const own = createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE();
  const {failed, errorInstance} = await fc.check(property, {seed: own, numRuns});
  return failed ? `${name} (seed ${seed}): ${failureOf(errorInstance)}` : undefined;
}
