import {accounts, loading} from './accounts.js';
import type {Assumption, AssumptionScope, Section} from './assumption.js';
import {bodies, errors} from './bodies.js';
import {constituents} from './constituents.js';
import {giving, invitations} from './giving.js';
import {categories, events, notesAndHours, ties} from './records.js';
import {searching, text} from './searching.js';
import {transport} from './transport.js';

/** All behavior that is not known of the service, in the order of `docs/reference/assumptions.md`. */
export const sections: readonly Section[] = [
  transport,
  errors,
  bodies,
  constituents,
  ties,
  giving,
  notesAndHours,
  events,
  invitations,
  categories,
  searching,
  text,
  accounts,
  loading,
];

export const assumptions: readonly Assumption[] = sections.flatMap(section => section.assumptions);

type Part = Exclude<keyof AssumptionScope, 'operations'>;

const parts: readonly Part[] = ['parameters', 'body', 'reply', 'statuses'];

/** The assumptions about one part of an operation, such as its parameter `limit`. */
export const assumptionsOn = (operationId: string, part: Part, name: string | number): Assumption[] =>
  assumptions.filter(({places}) =>
    places.some(
      ({operations, [part]: names = []}) =>
        (operations?.includes(operationId) ?? true) && (names as ReadonlyArray<string | number>).includes(name),
    ),
  );

export const assumptionsOnAllOf = (operationId: string): Assumption[] =>
  assumptions.filter(({places}) =>
    places.some(place => place.operations?.includes(operationId) && parts.every(part => place[part] === undefined)),
  );
