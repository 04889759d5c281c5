import {type Fields, quote} from '../../schema/fields.js';
import {memoizeWeakly} from '../../store/caching.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import {noneNamed, noneWithId} from '../names.js';
import {withoutRequiredFields} from '../read-request.js';
import type {Found, Lookup, ResolveContext} from './context.js';

/** A record that a body names by its id, its name, or both. The id takes precedence. */
export interface Reference {
  readonly id: string;
  readonly name?: string;
  /** Another field with the name; never in responses. */
  readonly alias?: string;
  readonly to: string;
  /** Fields of the other record in which to look up a name, in order; `name` by default. */
  readonly by?: readonly string[];
  /** Required on create. */
  readonly required?: boolean;
  /** The default id of a new record if `required_fields` is `observed`: only the contract requires the reference. */
  readonly whereNotRequired?: number;
  /** True to reject unknown names instead of ignoring them; required references always do. */
  readonly refuseUnknownName?: boolean;
  /** The default id of a new record, or the first of the list. */
  readonly default?: number | 'first';
  /** The stored id of an empty reference: 0 for most references of a gift, null elsewhere. */
  readonly unset?: 0 | null;
  /**
   * The treatment of unknown ids: `keep` stores the id with a null name (observed for types of addresses), `drop`
   * treats it as no reference (observed for types of contact reports), and `ignore` skips it. Default: it is rejected
   */
  readonly unknownId?: 'keep' | 'drop' | 'ignore';
  /**
   * Observed for types of contact reports: an unknown name creates a record. Imported records must also have the id.
   */
  readonly makeNamed?: (name: string, transaction: Transaction) => Found;
}

/**
 * Looks up every reference of a body. The result has both id and name of each, or neither. On create, required
 * references must be present.
 */
export function resolveReferences(references: readonly Reference[], body: Fields, context: Context): Fields {
  const creating = context.row === undefined;
  const byField = referencesByField(references);
  const mentioned = new Set<Reference>();
  const resolved: Fields = {};
  for (const field of Object.keys(body)) {
    const reference = byField.get(field);
    if (reference === undefined) {
      resolved[field] = body[field];
    } else {
      mentioned.add(reference);
    }
  }
  for (const reference of references) {
    const {id, name} = reference;
    const isLookedUp = mentioned.has(reference) || (creating && reference.required);
    const found =
      (isLookedUp ? resolveOne(reference, body, context) : undefined) ??
      (creating ? defaultOf(reference, context) : undefined);
    if (found !== undefined) {
      resolved[id] = found.id;
      if (name !== undefined) {
        resolved[name] = found.name;
      }
    }
  }
  return resolved;
}

const referencesByField = memoizeWeakly(
  (references: readonly Reference[]) =>
    new Map(references.flatMap(one => [one.id, one.name, one.alias].map(field => [field, one] as const))),
);

type Context = Pick<ResolveContext<Row>, 'transaction' | 'lookup' | 'issues' | 'row' | 'imported'>;

interface Named {
  readonly id: number | null;
  readonly name: string | null;
}

function resolveOne(reference: Reference, body: Fields, context: Context): Named | undefined {
  const {issues, row, imported} = context;
  const {unset = null} = reference;
  const id = body[reference.id] as number | null | undefined;
  const name = nameIn(reference, body);
  if (typeof id === 'number' && id !== unset) {
    const found = byId(reference, id, context);
    if (imported !== undefined && found !== undefined && name !== undefined) {
      return {id, name}; // the name at the time of recording
    }
    noteOverruled(reference, name, found, context);
    return found;
  }
  if (typeof name === 'string') {
    return byName(reference, name, context);
  }
  const creating = row === undefined;
  const mentioned = id !== undefined || name !== undefined;
  const isLeftOut = creating && reference.whereNotRequired !== undefined;
  if (isLeftOut && context.transaction.assume.required_fields === 'observed') {
    return undefined;
  }
  if (reference.required && (creating || mentioned)) {
    if (isLeftOut && imported === undefined) {
      issues.suggest(reference.id, withoutRequiredFields);
    }
    issues.refuse(reference.id, `is required${reference.name === undefined ? '' : `, or ${reference.name}`}`);
    return undefined;
  }
  return mentioned && !(creating && reference.default !== undefined) ? {id: unset, name: null} : undefined;
}

function defaultOf(reference: Reference, {lookup, transaction}: Context): Named | undefined {
  const isObserved = transaction.assume.required_fields === 'observed';
  const {to, default: wanted = isObserved ? reference.whereNotRequired : undefined} = reference;
  if (wanted === undefined) {
    return undefined;
  }
  const row = wanted === 'first' ? lookup.listed(to)[0] : lookup.get(to, wanted);
  return row === undefined ? undefined : {id: row.id, name: nameOf(reference, row)};
}

export function nameIn({name, alias}: Reference, body: Fields): string | null | undefined {
  const own = name === undefined ? undefined : body[name];
  return (own ?? (alias === undefined ? own : (body[alias] ?? own))) as string | null | undefined;
}

function byId(reference: Reference, id: number, {lookup, issues, imported}: Context): Named | undefined {
  const {id: field, to, unknownId, unset = null} = reference;
  const row = lookup.get(to, id);
  if (row !== undefined) {
    return {id, name: nameOf(reference, row)};
  }
  if (unknownId === undefined) {
    issues.refuse(field, noneWithId(to, id), 'unknown-id');
  } else if (unknownId !== 'keep' || imported === undefined) {
    issues.ignore(field, noneWithId(to, id), 'unknown-id');
  }
  const isStored = unknownId === 'keep' || unknownId === 'drop';
  return isStored ? {id: unknownId === 'keep' ? id : unset, name: null} : undefined;
}

function noteOverruled(reference: Reference, name: unknown, found: Named | undefined, {issues}: Context): void {
  if (typeof name === 'string' && found !== undefined && found.name !== null && name !== found.name) {
    issues.ignore(
      reference.name!,
      `${quote(name)} is not the name of ${reference.id} ${found.id}, which is ${quote(found.name)}`,
      'overruled',
    );
  }
}

function byName(reference: Reference, name: string, context: Context): Named | undefined {
  const {lookup, issues, imported, transaction} = context;
  const makes = imported === undefined && name.trim() !== '' ? reference.makeNamed : undefined;
  const row = findByName(reference, name, lookup) ?? makes?.(name, transaction);
  if (row !== undefined) {
    return {id: row.id, name: nameOf(reference, row)};
  }
  const isRefused = reference.required || reference.refuseUnknownName;
  issues[isRefused ? 'refuse' : 'ignore'](reference.name!, noneNamed(reference.to, name), 'unknown-name');
  return undefined;
}

/** Lookup lists are short, and the first match in list order is the right one. */
function findByName({to, by = ['name']}: Reference, name: string, lookup: Lookup): Found | undefined {
  return lookup.listed(to).find(row => by.some(field => row[field] === name));
}

export const nameFieldOf = ({by = ['name']}: Reference): string => by[0]!;

const nameOf = (reference: Reference, row: Found) => (row[nameFieldOf(reference)] ?? null) as string | null;
