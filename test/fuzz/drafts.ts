import fc from 'fast-check';
import {bodiesOf, type Echo, entriesOf} from './bodies.js';
import {type Contract, kindOf, type Operation, type SecurityScheme} from './contract.js';
import type {KnownRecords} from './known-records.js';
import type {Memory} from './memory.js';
import {noSuchIds, picks, settle} from './picks.js';
import {type Pair, queriesOf, type Spelling, spellings} from './queries.js';

/** A request before it is sent; ids may still be picks. */
export interface Draft {
  readonly operation: Operation;
  /** The values of the path parameters by name. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: readonly Pair[];
  readonly spelling: Spelling;
  /** True if the path ends with `.json`. */
  readonly suffixed: boolean;
  /** Sent as JSON, unless it is undefined. */
  readonly body: unknown;
  /**
   * If set, an update sends back the whole record merged with the body: the arrays to include, and the changes to
   * the first entry of each.
   */
  readonly echo?: Echo | undefined;
  /** The scheme by which the key is sent. */
  readonly security: SecurityScheme;
}

/** Creates a request without query and body. */
export const plainDraft = (operation: Operation, path: Draft['path'], {security}: Contract): Draft => ({
  operation,
  path,
  query: [],
  spelling: 'percent',
  suffixed: false,
  body: undefined,
  security: security[0]!,
});

/** Replaces the picks of a request with ids. */
export const settled = <T extends Draft>(draft: T, memory: Memory): T => ({
  ...draft,
  path: settle(draft.path, pick => memory.idOf(pick)),
  body: settle(draft.body, pick => memory.idOf(pick)),
  ...(draft.echo && {echo: settle(draft.echo, pick => memory.idOf(pick))}),
});

/** A request with overrides that make it invalid. */
export interface Flawed extends Draft {
  /** Sent verbatim instead of the body. */
  readonly raw?: string;
  readonly contentType?: string;
  readonly key?: string | undefined;
}

/** Generates ids of existing records, and some unknown ids. */
export function pathsOf(
  {path, parameters}: Operation,
  known: KnownRecords,
  onlyReal = false,
): fc.Arbitrary<Record<string, unknown>> {
  const values = parameters
    .filter(({in: place}) => place === 'path')
    .map(({name, schema, description}) => {
      const kind = kindOf(path, name);
      if (schema['type'] === 'string') {
        const [, field = name] = /^The `(\w+)` of/.exec(description) ?? [];
        return [name, fc.constantFrom(...known.values(field, kind))] as const;
      }
      const none = {weight: onlyReal ? 0 : 1, arbitrary: noSuchIds};
      return [name, fc.oneof({weight: 8, arbitrary: picks(kind)}, none)] as const;
    });
  return fc.record(Object.fromEntries(values), {noNullPrototype: true});
}

/** Generates valid requests; the generators are cached because they are expensive to create. */
export class Drafts {
  readonly contract: Contract;
  readonly known: KnownRecords;
  readonly #generators = new Map<Operation, fc.Arbitrary<Omit<Draft, 'path'>>>();

  constructor(contract: Contract, known: KnownRecords) {
    this.contract = contract;
    this.known = known;
  }

  /** @param onlyReal whether every id in the path is of an existing record */
  of(operation: Operation, onlyReal = false): fc.Arbitrary<Draft> {
    const rest = this.#generators.get(operation) ?? this.#create(operation);
    this.#generators.set(operation, rest);
    return fc.tuple(pathsOf(operation, this.known, onlyReal), rest).map(([path, rest]) => ({...rest, path}));
  }

  #create(operation: Operation): fc.Arbitrary<Omit<Draft, 'path'>> {
    return fc.record({
      operation: fc.constant(operation),
      query: queriesOf(operation, this.known),
      spelling: spellings,
      suffixed: fc.nat(9).map(dice => dice === 9),
      body: bodiesOf(operation, this.known),
      echo: this.#echo(operation),
      security: fc.constantFrom(...this.contract.security),
    });
  }

  #echo(operation: Operation): fc.Arbitrary<Draft['echo']> {
    const none = fc.constant(undefined);
    return /^P(?:ATCH|UT)$/.test(operation.method)
      ? fc.oneof(
          {withCrossShrink: true},
          {weight: 3, arbitrary: none},
          {weight: 1, arbitrary: entriesOf(operation, this.known)},
        )
      : none;
  }
}
