import fc from 'fast-check';
import type {Operation} from './contract.js';
import type {Drafts, Flawed} from './drafts.js';
import type {Server} from './exchange.js';
import {bodyFlaws} from './flawed-bodies.js';
import {keyFlaws} from './flawed-keys.js';
import {pathFlaws} from './flawed-paths.js';
import {queryFlaws} from './flawed-queries.js';

/** A request with exactly one flaw. */
export interface FlawedRequest {
  readonly draft: Flawed;
  /** The expected status. */
  readonly status: number;
  /** Locations in the body; the error must name one of them. */
  readonly names?: readonly string[];
}

/** Turns valid requests into requests with one flaw. */
export type Flaw = (drafts: fc.Arbitrary<Flawed>) => fc.Arbitrary<FlawedRequest>;

/** A flaw with its relative frequency. */
export interface WeightedFlaw {
  readonly weight: number;
  readonly flaw: Flaw;
}

/** Generates requests to an operation, each with one flaw. */
export function flawedRequests(operation: Operation, drafts: Drafts, server: Server): fc.Arbitrary<FlawedRequest> {
  const right = drafts.of(operation, true);
  const flaws = [
    ...bodyFlaws(operation),
    ...queryFlaws(operation),
    ...pathFlaws(operation, drafts.contract),
    ...keyFlaws(operation, server),
  ];
  return fc.oneof(...flaws.map(({weight, flaw}) => ({weight, arbitrary: flaw(right)})));
}
