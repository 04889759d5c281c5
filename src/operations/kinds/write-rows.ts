import * as z from 'zod';
import type {Fields} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import {unwrap} from '../../schema/parse-body.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import {lookupIn, type ResolveContext} from './context.js';
import type {Resource, StoredKind} from './kind.js';
import {type Reference, resolveReferences} from './references.js';

const none: readonly Reference[] = [];

/**
 * Resolves references and applies the resource's own rules. Issues are collected, not thrown; the caller rejects the
 * request before it stores anything.
 */
export function resolve<R extends Row>(
  resource: Resource<R>,
  body: Fields,
  row: R | undefined,
  transaction: Transaction,
  issues: Issues,
): Fields {
  return resolveIn(resource, body, {transaction, lookup: lookupIn(transaction), issues, row});
}

export function resolveIn<R extends Row>(
  kind: Pick<StoredKind<R>, 'references' | 'resolve'>,
  body: Fields,
  context: ResolveContext<R>,
): Fields {
  const resolved = resolveReferences(kind.references ?? none, body, context);
  return kind.resolve?.(resolved, context) ?? resolved;
}

export function insertRow<R extends Row>(
  resource: Resource<R>,
  resolved: Fields,
  parents: Readonly<Record<string, number>>,
  transaction: Transaction,
): R {
  const built = resource.build(resolved, {id: transaction.takeId(resource), parents, transaction});
  return storeRow(resource, built, transaction);
}

/** @throws a 422 that names every issue */
export function createRow<R extends Row>(
  resource: Resource<R>,
  body: Fields,
  parents: Readonly<Record<string, number>>,
  transaction: Transaction,
  issues: Issues,
): R {
  const resolved = resolve(resource, body, undefined, transaction, issues);
  issues.throwIfRefused();
  return insertRow(resource, resolved, parents, transaction);
}

/** Stores a new version of a row: the sent fields, derived fields, and the time. */
export function updateRow<R extends Row>(
  resource: Resource<R>,
  row: R,
  body: Fields,
  transaction: Transaction,
  issues: Issues,
): R {
  const resolved = resolve(resource, body, row, transaction, issues);
  refuseNulls(resource, body, resolved, issues);
  issues.throwIfRefused();
  const moved = 'updated_at' in row ? {updated_at: transaction.now} : {};
  return storeRow(resource, Object.assign({...row}, resolved, moved), transaction);
}

function storeRow<R extends Row>(resource: Resource<R>, row: R, transaction: Transaction): R {
  const derived = resource.derive?.(row) ?? row;
  transaction.put(resource, derived);
  resource.stored?.(derived, transaction);
  return transaction.rows(resource).get(derived.id)!;
}

/**
 * Null means "no value": an update rejects it for fields that always have one in responses.
 * @param body as sent, to name the field that the client set to null
 * @param resolved the body with its references looked up
 */
export function refuseNulls<R extends Row>(
  {output, references = []}: Resource<R>,
  body: Fields,
  resolved: Fields,
  issues: Issues,
): void {
  for (const [field, value] of Object.entries(resolved)) {
    const shown = output.shape[field] as z.ZodType | undefined;
    if (value === null && shown !== undefined && !(shown instanceof z.ZodNullable)) {
      const {id, name, alias} = references.find(({id, name}) => id === field || name === field) ?? {};
      const sent = [id, name, alias].find(part => part !== undefined && body[part] === null);
      issues.refuse(sent ?? field, 'cannot be null');
    }
  }
}

export function removeAll<R extends Row>(
  resource: Resource<R>,
  field: keyof R & string,
  value: number,
  keep: readonly number[],
  transaction: Transaction,
): void {
  const kept = new Set(keep);
  for (const {id} of transaction.rows(resource).where(field, value).toArray()) {
    if (!kept.has(id)) {
      transaction.remove(resource, id);
    }
  }
}

/**
 * The schema of a PATCH: no field is required, and fields that always have a value in responses reject null. References
 * are exempt: their id may be null if the name is given.
 * @param body the schema without these rules
 */
export function patchBodyOf<T extends z.ZodObject>(
  body: T,
  {output, references = []}: Pick<Resource<never>, 'output' | 'references'>,
): T {
  const referring = new Set(references.flatMap(({id, name, alias}) => [id, name, alias]));
  const filled = Object.entries(body.shape as z.ZodRawShape).flatMap(([name, field]) => {
    const [shown, inner] = [output.shape[name], unwrap(field as z.ZodType)];
    const isEmptied = shown === undefined || shown instanceof z.ZodNullable || referring.has(name);
    const {description} = field as z.ZodType;
    const described = description === undefined ? inner : inner.describe(description);
    return isEmptied || inner instanceof z.ZodArray ? [] : [[name, described] as const];
  });
  return body.extend(Object.fromEntries(filled)).partial() as unknown as T;
}
