import type {FullExchange} from '../../exchanges/exchange.js';
import type {Reference} from '../../operations/kinds/references.js';
import type {Operation} from '../../operations/operation.js';
import {nearest} from '../../schema/nearest.js';
import type {Session} from '../session.js';
import {kindOfPath} from '../terms.js';
import {type Path, valueAt} from './json-pointer.js';
import {fieldsOf, rowsOf} from './reply-body.js';

/** Kinds that are not lookups, or whose ids are the same in every account. */
const common = /^(?:constituents|gifts|gift_types|(?:email_address|phone_number|street_address|web_address)_types)$/;

/** An id in a body that never occurred in a response to this account. */
export interface ForeignId {
  readonly field: string;
  readonly id: number;
  readonly reference: Reference;
}

const isId = (value: unknown): boolean => typeof value === 'number' && value > 0;

export const isRefused = (field: string, {issues}: FullExchange): boolean =>
  issues.refused.some(({path, code}) => code === 'unknown-id' && path[0] === field);

function wasHeld(field: string, id: number, {replies}: Session): boolean {
  return replies.hold([`"id":${id},`, `"${field}":${id},`, `"${field}":${id}}`]);
}

/** The lookup ids in a body that no response contained; undefined without ids, or if some were evicted. */
export function foreignIds(exchange: FullExchange, session: Session): readonly ForeignId[] | undefined {
  const fields = fieldsOf(exchange.body);
  const named = referencesAt(exchange.operation!, [], session)
    .filter(({id: field, to}) => isId(fields[field]) && (!common.test(to) || isRefused(field, exchange)))
    .map(reference => ({field: reference.id, id: fields[reference.id] as number, reference}));
  if (named.length === 0) {
    return undefined;
  }
  const foreign = named.filter(({field, id}) => !wasHeld(field, id, session));
  return foreign.length > 0 && !session.replies.isWhole ? undefined : foreign;
}

/** Kinds of records whose arrays and paths have other names. */
const kinds: Readonly<Record<string, string>> = {
  groups: 'group_memberships',
  constituent_relationships: 'relationships',
};

/** The kind of the records that an operation reads or writes. */
export function recordKindOf(operation: Operation): string {
  const step = kindOfPath(operation);
  return step === 'groups' ? step : (kinds[step] ?? step); // the path of groups has the name of their kind
}

/** The references that a body, or an element of an array in it, can have. */
export function referencesAt(operation: Operation, at: Path, {catalog}: Session): readonly Reference[] {
  const array = at.findLast(step => typeof step === 'string');
  const kind = array === undefined ? recordKindOf(operation) : (kinds[array] ?? array);
  return catalog.byName.get(kind)?.references ?? [];
}

export const referenceOf = (operation: Operation, path: Path, session: Session): Reference | undefined =>
  referencesAt(operation, path.slice(0, -1), session).find(({id, name, alias}) =>
    [id, name, alias].includes(String(path.at(-1))),
  );

/** People are identified by an email address or their full name. */
export const people = new Set(['team_member', 'team_member_email']);

/** The name by which a reference identifies a record. */
export const lookupOf = (row: Readonly<Record<string, unknown>>, {by = ['name']}: Reference): unknown => row[by[0]!];

/** The path that lists the ids of a kind; undefined if no operation lists them. */
export function listOf(kind: string, {catalog}: Session): string | undefined {
  const types =
    catalog.byName.get(kind)?.operations.length === 0 && !/^(?:constituent_contact_types|marital)/.test(kind);
  const path = types ? `/api/v1/types/${kind}` : `/api/v1/${kind}`;
  return types || catalog.operations.some(one => one.method === 'GET' && one.path === path) ? path : undefined;
}

export function namesAt(path: Path, {operation, before}: FullExchange, session: Session): readonly string[] {
  const name = String(path.at(-1));
  if (people.has(name)) {
    const members = rowsOf(before, 'team_members');
    return members.flatMap(({first_name, last_name, email}) => [`${first_name} ${last_name}`, String(email)]);
  }
  const reference = referenceOf(operation!, path, session);
  const array = name === 'name' ? String(path.at(-3)) : ''; // of categories or keywords
  const kind = reference?.to ?? (name === 'ack_template_name' ? 'mailing_templates' : array);
  return rowsOf(before, kind)
    .map(row => (reference === undefined ? row['name'] : lookupOf(row, reference)))
    .filter(text => typeof text === 'string');
}

/** The name that a field's value probably means; a blank value is unset. */
export function nearestKnown(path: Path, exchange: FullExchange, session: Session): string | undefined {
  const value = String(valueAt(exchange.body, path) ?? '');
  return value.trim() === '' ? undefined : nearestName(value, namesAt(path, exchange, session));
}

/** The fields of a body whose names created a new record because they matched none. */
export function madeNames({operation, body, before, after}: FullExchange, session: Session): readonly string[] {
  const fields = fieldsOf(body);
  return referencesAt(operation!, [], session).flatMap(({name, makeNamed, to}) =>
    makeNamed !== undefined &&
    name !== undefined &&
    typeof fields[name] === 'string' &&
    after!.records.collections.get(to).size > before!.records.collections.get(to).size
      ? [name]
      : [],
  );
}

/** Names of different years are different names. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Characters. A longer text is not a misspelled name. */
const longestName = 200;

export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  if (wanted.length > longestName) {
    return undefined;
  }
  const fold = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');
  const folded = fold(wanted);
  const near = names.find(name => fold(name) === folded) ?? nearest(wanted, names);
  if (near !== undefined && digitsOf(near) === digitsOf(wanted)) {
    return near;
  }
  const alike = names.filter(name => fold(name).includes(folded) || folded.includes(fold(name)));
  return alike.length === 1 ? alike[0] : undefined;
}
