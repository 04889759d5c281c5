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
import {pathRuns, requestOtherMethods} from './other-methods.js';
import {sendValid, validRuns} from './valid-requests.js';

/** One kind of requests, to one operation or path. */
export interface Check {
  readonly name: string;
  /** The approximate number of requests of a run. */
  readonly size: number;
  /** The weight of the check; 0 means that it runs once, because its runs hardly differ. */
  readonly times: number;
  readonly property: fc.IAsyncProperty<[unknown]>;
}

/** Returns all checks of the operations. Each run starts from the same state. */
export function checksOf(operations: readonly Operation[], subject: Subject, known: KnownRecords): Check[] {
  const {contract, server} = subject;
  const from = <T>(input: fc.Arbitrary<T>, send: (input: T) => Promise<void>) =>
    fc.asyncProperty(input, send).beforeEach(() => server.reset()) as unknown as Check['property'];
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
      property: from(pathRuns(operation, known), ids => requestOtherMethods(operation, ids, subject, known)),
    })),
    ...operations.map(operation => ({
      name: `valid requests to ${operation.id}`,
      size: 4,
      times: Math.max(1, Math.ceil(partsOf(operation).length / 15)), // more parts can fail in more ways
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
 * @returns the failure, if any, with a minimal list of requests that reproduce it
 * @param seed the seed of the whole run; each check derives its own seed, independently of the other checks
 */
export async function run({name, property}: Check, seed: number, numRuns: number): Promise<string | undefined> {
  const checkSeed = createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE();
  const {failed, errorInstance} = await fc.check(property, {seed: checkSeed, numRuns});
  return failed ? `${name} (seed ${seed}): ${failureOf(errorInstance)}` : undefined;
}
