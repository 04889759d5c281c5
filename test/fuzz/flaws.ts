import fc from 'fast-check';
import type {Operation} from './contract.js';
import type {Drafts, Flawed} from './drafts.js';
import type {Server} from './exchange.js';
import {bodyFlaws} from './flawed-bodies.js';
import {keyFlaws} from './flawed-keys.js';
import {pathFlaws} from './flawed-paths.js';
import {queryFlaws} from './flawed-queries.js';

/** A request with one thing wrong in it. */
export interface FlawedRequest {
  readonly draft: Flawed;
  /** What it must be answered with. */
  readonly status: number;
  /** Places in the body, of which the refusal must name one. */
  readonly names?: readonly string[];
}

/** One way to go wrong: turns requests that are right into such ones. */
export type Flaw = (drafts: fc.Arbitrary<Flawed>) => fc.Arbitrary<FlawedRequest>;

/** A flaw, with how often it is tried. */
export interface WeightedFlaw {
  readonly weight: number;
  readonly flaw: Flaw;
}

/** Every way to go wrong with an operation, each with a request that has nothing else wrong. */
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
