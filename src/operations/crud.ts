import type * as z from 'zod';
import {forbidden, itemNotFound} from '../errors.js';
import type {Fields} from '../schema/fields.js';
import {pageQuery} from '../schema/query.js';
import type {Row} from '../store/order.js';
import type {Transaction} from '../store/transaction.js';
import type {ListedResource, Resource} from './kinds/kind.js';
import {createRow, patchBodyOf, updateRow} from './kinds/write-rows.js';
import {pascal, singular, words} from './names.js';
import {codes, type Operation, operation} from './operation.js';
import {type Paging, page} from './page.js';

/** @throws a 404 if there is no such row */
export function find<R extends Row>(resource: ListedResource<R>, id: number, transaction: Transaction): R {
  return transaction.rows(resource).find(id) ?? missing(id);
}

/** @throws a 404 if the parent in the path does not exist */
export function findParent(parent: string, id: number, transaction: Transaction): void {
  if (transaction.rows(parent).find(id) === undefined) {
    missing(id);
  }
}

/**
 * Observed: writing under a missing constituent is a 403; assumed for all kinds. Other parents give the 404 of a read.
 */
export function findParentToWrite(parent: string, id: number, transaction: Transaction): void {
  if (parent === 'constituents' && transaction.rows(parent).find(id) === undefined) {
    throw forbidden(`You do not have access to the constituent with id ${id}`);
  }
  findParent(parent, id, transaction);
}

const single = <R extends Row>(resource: ListedResource<R>): Pick<ListedResource<R>, 'output' | 'present'> =>
  resource.detail ?? resource;

/** @throws a 404 */
export function missing(id: number): never {
  throw itemNotFound(id);
}

/** `GET /api/v1/{resource}`: every listed record. */
export function list<R extends Row>(resource: ListedResource<R>): Operation {
  return operation({
    id: `list${pascal(resource.name)}`,
    method: 'GET',
    path: `/api/v1/${resource.name}`,
    tag: resource.tag.name,
    summary: `List ${words(resource.name)}`,
    query: pageQuery,
    reply: {kind: 'page', itemType: resource.itemType, schema: resource.output},
    codes: codes.read,
    missingIndexes: (_, transaction) => transaction.rows(resource).missingOrder(),
    handle: ({query}, transaction) =>
      page(transaction.rows(resource).listed(), query, row => resource.present(row, transaction)),
  });
}

/** `GET /api/v1/{resource}?{field}=`: records with that value, or all if `filter` makes the field optional. */
export function listBy<R extends Row>(
  resource: ListedResource<R>,
  field: keyof R & string,
  filter: z.ZodType<string | number | undefined>,
): Operation {
  return operation({
    ...list(resource),
    summary: `List ${words(resource.name)}, by ${field}`,
    query: pageQuery.extend({[field]: filter}),
    handle: ({query}, transaction) => {
      const rows = transaction.rows(resource);
      const {limit, offset, [field]: value} = query as Paging & Record<string, string | number | undefined>;
      const wanted = value === undefined ? rows.listed() : rows.where(field, value);
      return page(wanted, {limit, offset}, row => resource.present(row, transaction));
    },
  });
}

/** `GET /api/v1/{parent}/{id}/{resource}`: the records of one parent. */
export function listUnder<R extends Row>(resource: ListedResource<R>, parent: string): Operation {
  const field = parentField(resource, parent);
  const param = `${singular(parent)}_id`;
  return operation({
    id: `list${pascal(resource.name)}Of${pascal(singular(parent))}`,
    method: 'GET',
    path: `/api/v1/${parent}/{${param}}/${resource.name}`,
    tag: resource.tag.name,
    summary: `List the ${words(resource.name)} of one ${words(singular(parent))}`,
    query: pageQuery,
    reply: {kind: 'page', itemType: resource.itemType, schema: resource.output},
    codes: codes.read,
    handle: ({params, query}, transaction) => {
      const id = params[param]!;
      findParent(parent, id, transaction);
      return page(transaction.rows(resource).where(field, id), query, row => resource.present(row, transaction));
    },
  });
}

export function show<R extends Row>(resource: ListedResource<R>): Operation {
  const {output, present} = single(resource);
  return operation({
    id: `show${pascal(resource.itemType)}`,
    method: 'GET',
    path: `/api/v1/${resource.name}/{id}`,
    tag: resource.tag.name,
    summary: `Show one ${words(resource.itemType)}`,
    reply: {kind: 'object', schema: output},
    codes: codes.read,
    handle: ({params}, transaction) => present(find(resource, params.id!, transaction), transaction),
  });
}

export function create<R extends Row>(resource: Resource<R>): Operation {
  const {output, present} = single(resource);
  return operation({
    id: `create${pascal(resource.itemType)}`,
    method: 'POST',
    path: `/api/v1/${resource.name}`,
    tag: resource.tag.name,
    summary: `Create one ${words(resource.itemType)}`,
    body: resource.body,
    reply: {kind: 'object', schema: output},
    codes: codes.write,
    handle: ({body, issues}, transaction) =>
      present(createRow(resource, body as Fields, {}, transaction, issues), transaction),
  });
}

/** `POST /api/v1/{parent}/{id}/{resource}`. Observed: the body need not repeat the ids of the path. */
export function createUnder<R extends Row>(
  resource: Resource<R>,
  parent: string,
  declared: z.ZodObject = resource.body,
): Operation {
  const field = parentField(resource, parent);
  const param = `${singular(parent)}_id`;
  const body =
    field in declared.shape
      ? declared.partial({[field]: true} as Record<string, true> & Record<number, never>)
      : declared;
  return operation({
    id: `create${pascal(resource.itemType)}Of${pascal(singular(parent))}`,
    method: 'POST',
    path: `/api/v1/${parent}/{${param}}/${resource.name}`,
    tag: resource.tag.name,
    summary: `Create one ${words(resource.itemType)} under one ${words(singular(parent))}`,
    body,
    reply: {kind: 'object', schema: resource.output},
    codes: codes.write,
    handle: ({params, body, issues}, transaction) => {
      const id = params[param]!;
      findParentToWrite(parent, id, transaction);
      const parents = {[field]: id};
      // A literal that ends in a computed field would get a new shape each time: 4 µs of each create.
      const row = createRow(resource, Object.assign({}, body, parents), parents, transaction, issues);
      return resource.present(row, transaction);
    },
  });
}

export function update<R extends Row>(resource: Resource<R>): Operation {
  const {output, present} = single(resource);
  return operation({
    id: `update${pascal(resource.itemType)}`,
    method: 'PATCH',
    path: `/api/v1/${resource.name}/{id}`,
    tag: resource.tag.name,
    summary: `Change one ${words(resource.itemType)}: only the fields sent`,
    body: patchBodyOf(resource.changes ?? resource.body, resource),
    reply: {kind: 'object', schema: output},
    codes: codes.write,
    handle: ({params, body, issues}, transaction) => {
      const row = find(resource, params.id!, transaction);
      return present(updateRow(resource, row, body as Fields, transaction, issues), transaction);
    },
  });
}

export function destroy<R extends Row>(
  resource: ListedResource<R>,
  listed: readonly number[] = codes.destroy,
): Operation {
  return operation({
    id: `delete${pascal(resource.itemType)}`,
    method: 'DELETE',
    path: `/api/v1/${resource.name}/{id}`,
    tag: resource.tag.name,
    summary: `Delete one ${words(resource.itemType)}`,
    reply: {kind: 'result'},
    codes: listed,
    handle: ({params}, transaction) => {
      find(resource, params.id!, transaction);
      return transaction.removeInChunks(resource, params.id!);
    },
  });
}

/** The field with the parent's id: named after it, or the one that the cascade follows. */
function parentField<R extends Row>({name, indexes = {}, parents = {}}: ListedResource<R>, parent: string) {
  const own = `${singular(parent)}_id`;
  const field = own in indexes ? own : Object.entries(parents).find(([, to]) => to === parent)?.[0];
  if (field === undefined) {
    throw new Error(`${name} does not go with ${parent}`);
  }
  return field as keyof R & string;
}
