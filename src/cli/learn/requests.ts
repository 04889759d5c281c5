import * as z from 'zod';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import type {Operation} from '../../operations/operation.js';

export interface ListRequest {
  readonly kind: Kind;
  /** `/api/v1/categories` */
  readonly path: string;
  /** `{item_type: 'Gift'}`: the values of these fields in all entries. */
  readonly filter: Readonly<Record<string, string>>;
}

/** One for each list with fields that `learn` keeps. A list with a default filter has one for each of its values. */
export const listRequests = ({kinds, operations}: Catalog): ListRequest[] =>
  kinds
    .filter(({learned}) => learned !== undefined)
    .flatMap(kind => {
      const operation = operations.find(operation => isListOf(kind, operation));
      const path = operation?.path.replace('{type}', kind.name);
      return path === undefined ? [] : filtersOf(operation!).map(filter => ({kind, path, filter}));
    });

/** True for a complete list: a list under a parent needs an id. */
const isListOf = ({itemType}: Kind, {method, path, reply, search}: Operation): boolean =>
  method === 'GET' &&
  search === undefined &&
  !path.includes('_id}') &&
  reply.kind === 'page' &&
  [reply.itemType].flat().includes(itemType!);

function filtersOf({query}: Operation): ReadonlyArray<ListRequest['filter']> {
  for (const [name, schema] of Object.entries<z.ZodType>(query?.shape ?? {})) {
    const words = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
    if (words instanceof z.ZodEnum) {
      return words.options.map(word => ({[name]: String(word)}));
    }
  }
  return [{}];
}

/** The service reduces a larger limit to its own maximum. */
export const pagePath = ({path, filter}: ListRequest, offset = 0): string =>
  `${path}?${new URLSearchParams({...filter, limit: '500', offset: String(offset)})}`;
