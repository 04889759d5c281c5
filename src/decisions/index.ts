import {accounts, loading} from './accounts.js';
import {bodies} from './bodies.js';
import {categories} from './categories.js';
import {constituents} from './constituents.js';
import type {Decision, Place, Section} from './decision.js';
import {errors} from './errors.js';
import {giving} from './giving.js';
import {searching, text} from './searching.js';
import {transport} from './transport.js';

/** Everything that the sandbox does although nobody knows what the service does, in the order of `docs/decisions.md`. */
export const sections: readonly Section[] = [
  transport,
  errors,
  bodies,
  constituents,
  giving,
  categories,
  searching,
  text,
  accounts,
  loading,
];

export const decisions: readonly Decision[] = sections.flatMap(section => section.decisions);

type Part = Exclude<keyof Place, 'operations'>;

const parts: readonly Part[] = ['parameters', 'body', 'reply', 'statuses'];

/** The decisions that show in one part of an operation, such as its parameter `limit`: the reasons it is assumed. */
export const decisionsOn = (operationId: string, part: Part, name: string | number): Decision[] =>
  decisions.filter(({places}) =>
    places.some(
      ({operations, [part]: names = []}) =>
        (operations?.includes(operationId) ?? true) && (names as ReadonlyArray<string | number>).includes(name),
    ),
  );

/** The decisions on an operation as a whole. */
export const decisionsOnAllOf = (operationId: string): Decision[] =>
  decisions.filter(({places}) =>
    places.some(place => place.operations?.includes(operationId) && parts.every(part => place[part] === undefined)),
  );
