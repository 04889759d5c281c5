import type {FullExchange} from '../../exchanges/exchange.js';
import type {Reference} from '../../operations/kinds/references.js';
import type {Operation} from '../../operations/operation.js';
import {nearest} from '../../schema/nearest.js';
import type {Session} from '../session.js';
import {fieldsOf, lastStepOf, rowsOf} from './reply-body.js';

/** Kinds whose ids are the same in every account, or that are no lookups. */
const common = new Set(['gift_types', 'constituents', 'gifts']);

/** An id in a body that never occurred in a response to this account. */
export interface ForeignId {
  readonly field: string;
  readonly id: number;
  readonly reference: Reference;
}

const isId = (value: unknown): boolean => typeof value === 'number' && value > 0;

function wasHeld(field: string, id: number, {replies}: Session): boolean {
  return replies.hold([`"id":${id},`, `"${field}":${id},`, `"${field}":${id}}`]);
}

/** The lookup ids in a body that no response held; undefined without any id, or if older responses were evicted. */
export function foreignIds(exchange: FullExchange, session: Session): readonly ForeignId[] | undefined {
  const fields = fieldsOf(exchange.body);
  const named = referencesAt(exchange.operation!, [], session)
    .filter(({id: field, to}) => isId(fields[field]) && !common.has(to))
    .map(reference => ({field: reference.id, id: fields[reference.id] as number, reference}));
  if (named.length === 0) {
    return undefined;
  }
  const foreign = named.filter(({field, id}) => !wasHeld(field, id, session));
  return foreign.length > 0 && !session.replies.isWhole ? undefined : foreign;
}

type Path = ReadonlyArray<string | number>;

/** Kinds of records in arrays and paths with other names. */
const kinds: Readonly<Record<string, string>> = {
  groups: 'group_memberships',
  constituent_relationships: 'relationships',
};

/** The references that a body, or an element of an array in it, can have. */
export function referencesAt(operation: Operation, at: Path, {catalog}: Session): readonly Reference[] {
  const array = at.findLast(step => typeof step === 'string');
  const step = array ?? lastStepOf(operation);
  const isOwn = array === undefined && step === 'groups'; // the path of groups themselves
  const kind = isOwn ? step : (kinds[step] ?? step);
  return catalog.byName.get(kind)?.references ?? [];
}

export const referenceOf = (operation: Operation, path: Path, session: Session): Reference | undefined =>
  referencesAt(operation, path.slice(0, -1), session).find(({id, name, alias}) =>
    [id, name, alias].includes(String(path.at(-1))),
  );

export function namesOf({before}: FullExchange, kind: string, fields: readonly string[] = ['name']): readonly string[] {
  return rowsOf(before, kind).flatMap(row => {
    const name = row[fields[0]!];
    return typeof name === 'string' ? [name] : [];
  });
}

/** Characters. A longer text is not a misspelled name. */
const longestName = 200;

export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  if (wanted.length > longestName) {
    return undefined;
  }
  const fold = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');
  const folded = fold(wanted);
  return (
    names.find(name => fold(name) === folded) ??
    nearest(wanted, names) ??
    names.find(name => fold(name).includes(folded) || folded.includes(fold(name)))
  );
}
