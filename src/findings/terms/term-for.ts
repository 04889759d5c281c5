import type {Operation} from '../../operations/operation.js';
import {nearest} from '../../schema/nearest.js';
import {termMeant} from '../aliases.js';

const namesOf = ({search}: Operation): readonly string[] => (search?.terms ?? []).map(({name}) => name);

export const isSearch = (operation: Operation | undefined): boolean => (operation?.search?.terms.length ?? 0) > 0;

export const hasTerm = (operation: Operation, name: string): boolean => namesOf(operation).includes(name);

/**
 * The closest term of a search for an unknown name, with the value in the term's format.
 * @returns `gift_amount=gte|100`; undefined if none is similar
 */
export function termFor(operation: Operation, name: string, value: string): string | undefined {
  const alias = termMeant(operation.id, name);
  if (alias !== undefined) {
    return alias === null ? undefined : `${alias}${value.replace(/^(?:eq|gte|lte|gt|lt|in|ni)\|/, '')}`;
  }
  const near = hasTerm(operation, name) ? name : nearest(name, namesOf(operation));
  return near && `${near}=${value}`;
}

/** The search over the records of a list: `/constituents` has `/constituents/search`. */
export const searchBeside = (operation: Operation, all: readonly Operation[]): Operation | undefined => {
  const kind = operation.path.split('/').at(-1);
  return all.find(other => isSearch(other) && other.path === `/api/v1/${kind}/search`);
};
