import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import type {Operation} from '../../operations/operation.js';

/** What every path of the service begins with; the paths below stand behind it. */
const base = '/api/v1';

/** Where the records of a kind are found and written. */
export interface KindPaths {
  /** Of all of them: a list, or the search where there is none; null where they only stand under others. */
  readonly list: string | null;
  readonly search: string | null;
  /** Of one, `/gifts/{id}`. */
  readonly show: string | null;
  /** Of those that go with a record of another kind, with that kind: `/constituents/{constituent_id}/gifts`. */
  readonly under: ReadonlyArray<{readonly kind: string; readonly path: string}>;
  /** Where one is made; empty where none can be. */
  readonly create: readonly string[];
  readonly update: string | null;
  readonly delete: string | null;
}

const behindBase = ({path}: Operation): string => path.slice(base.length);

/** How many ids stand in a path. */
const idsIn = ({path}: Operation): number => path.split('{').length - 1;

const isSearch = ({path}: Operation): boolean => path.endsWith('/search');

/** Where one record of a kind is, which its own operations share. */
const isOfOne = (operation: Operation): boolean => operation.path.endsWith('/{id}') && idsIn(operation) === 1;

/** What lists a kind, by itself or among others. */
function listing({operations}: Catalog, {itemType}: Kind): Operation[] {
  const lists = ({reply, method}: Operation) =>
    method === 'GET' && reply.kind === 'page' && [reply.itemType].flat().includes(itemType!);
  return operations.filter(lists);
}

/** A path for several kinds names one of them: `/types/{type}`. */
const pathFor = (operation: Operation, {name}: Kind): string => behindBase(operation).replace('{type}', name);

const hasIds = (path: string): boolean => path.includes('{');

function under(path: string): {readonly kind: string; readonly path: string} {
  const [, kind = ''] = path.split('/');
  return {kind, path};
}

/** @param catalog whose operations are looked through: a kind may be listed by an operation of another */
export function pathsOf(kind: Kind, catalog: Catalog): KindPaths {
  const found = listing(catalog, kind);
  const search = found.find(isSearch);
  const lists = found.filter(operation => !isSearch(operation)).map(operation => pathFor(operation, kind));
  const all = lists.find(path => !hasIds(path));
  const own = (method: Operation['method']) => kind.operations.filter(operation => operation.method === method);
  const ofOne = (method: Operation['method']) => own(method).find(isOfOne);
  const pathOf = (operation: Operation | undefined) => (operation === undefined ? null : behindBase(operation));
  return {
    list: all ?? pathOf(search),
    search: pathOf(search),
    show: pathOf(ofOne('GET')),
    under: lists.filter(hasIds).map(under),
    create: own('POST')
      .filter(({reply}) => reply.kind === 'object')
      .map(behindBase),
    update: pathOf(ofOne('PATCH')),
    delete: pathOf(ofOne('DELETE')),
  };
}
