import {accounts, loading} from './accounts.js';
import type {Assumption, Place, Section} from './assumption.js';
import {bodies} from './bodies.js';
import {errors} from './errors.js';
import {categories} from './records/categories.js';
import {constituents} from './records/constituents.js';
import {events} from './records/events.js';
import {giving} from './records/giving.js';
import {invitations} from './records/invitations.js';
import {notesAndHours} from './records/notes-and-hours.js';
import {ties} from './records/ties.js';
import {searching, text} from './searching.js';
import {transport} from './transport.js';

/** All behavior that is not known of the service, in the order of `docs/assumptions.md`. */
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

type Part = Exclude<keyof Place, 'operations'>;

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
