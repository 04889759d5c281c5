import fc from 'fast-check';
import {bodiesOf, type Echo, entriesOf} from './bodies.js';
import {type Contract, kindOf, type Operation, type SecurityScheme} from './contract.js';
import type {KnownRecords} from './known-records.js';
import type {Memory} from './memory.js';
import {noSuchIds, picks, settle} from './picks.js';
import {type Pair, queriesOf, type Spelling, spellings} from './queries.js';

/** A request before it is sent: ids may still be picks. */
export interface Draft {
  readonly operation: Operation;
  /** What stands in place of the braces, by their names. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: readonly Pair[];
  readonly spelling: Spelling;
  /** Whether `.json` stands at the end of the path. */
  readonly suffixed: boolean;
  /** Written as JSON; nothing is sent where it is undefined. */
  readonly body: unknown;
  /**
   * Where an update sends back what the record holds, with the body on top of it: the arrays that are sent too, and
   * what is changed in the first entry of each.
   */
  readonly echo?: Echo | undefined;
  /** How the key is sent. */
  readonly security: SecurityScheme;
}

/** The plainest request there is. */
export const plainDraft = (operation: Operation, path: Draft['path'], {security}: Contract): Draft => ({
  operation,
  path,
  query: [],
  spelling: 'percent',
  suffixed: false,
  body: undefined,
  security: security[0]!,
});

/** The same request, with ids in place of picks. */
export const settled = <T extends Draft>(draft: T, memory: Memory): T => ({
  ...draft,
  path: settle(draft.path, pick => memory.idOf(pick)),
  body: settle(draft.body, pick => memory.idOf(pick)),
  ...(draft.echo && {echo: settle(draft.echo, pick => memory.idOf(pick))}),
});

/** What a flawed request has instead of what is right. */
export interface Flawed extends Draft {
  /** Sent as it is, instead of the body. */
  readonly raw?: string;
  readonly contentType?: string;
  readonly key?: string | undefined;
}

/** Ids of what is there, and some that name nothing. */
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

/** Makes requests that operations take; what makes them is made once, as that takes its time. */
export class Drafts {
  readonly contract: Contract;
  readonly known: KnownRecords;
  readonly #made = new Map<Operation, fc.Arbitrary<Omit<Draft, 'path'>>>();

  constructor(contract: Contract, known: KnownRecords) {
    this.contract = contract;
    this.known = known;
  }

  /** @param onlyReal whether every id in the path is of something that is there */
  of(operation: Operation, onlyReal = false): fc.Arbitrary<Draft> {
    const rest = this.#made.get(operation) ?? this.#make(operation);
    this.#made.set(operation, rest);
    return fc.tuple(pathsOf(operation, this.known, onlyReal), rest).map(([path, rest]) => ({...rest, path}));
  }

  #make(operation: Operation): fc.Arbitrary<Omit<Draft, 'path'>> {
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
