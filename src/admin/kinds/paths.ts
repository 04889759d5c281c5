import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import type {Operation} from '../../operations/operation.js';

/** The prefix of every API path; the paths below are relative to it. */
const base = '/api/v1';

export interface KindPaths {
  /** The path of the list, or of the search if there is no list; null if only `under` has paths. */
  readonly list: string | null;
  readonly search: string | null;
  /** The path of one record: `/gifts/{id}`. */
  readonly show: string | null;
  /** Paths nested under a record of another kind: `/constituents/{constituent_id}/gifts`. */
  readonly under: ReadonlyArray<{readonly kind: string; readonly path: string}>;
  /** Paths that create a record; empty if there is none. */
  readonly create: readonly string[];
  readonly update: string | null;
  readonly delete: string | null;
}

const behindBase = ({path}: Operation): string => path.slice(base.length);

const idsIn = ({path}: Operation): number => path.split('{').length - 1;

const isSearch = ({path}: Operation): boolean => path.endsWith('/search');

const isOfOne = (operation: Operation): boolean => operation.path.endsWith('/{id}') && idsIn(operation) === 1;

/** Operations that list a kind, alone or together with other kinds. */
function listing({operations}: Catalog, {itemType}: Kind): Operation[] {
  const lists = ({reply, method}: Operation) =>
    method === 'GET' && reply.kind === 'page' && [reply.itemType].flat().includes(itemType!);
  return operations.filter(lists);
}

/** Fills in the kind in a path that several kinds share: `/types/{type}`. */
const pathFor = (operation: Operation, {name}: Kind): string => behindBase(operation).replace('{type}', name);

const hasIds = (path: string): boolean => path.includes('{');

function under(path: string): {readonly kind: string; readonly path: string} {
  const [, kind = ''] = path.split('/');
  return {kind, path};
}

/** @param catalog all operations are searched: another kind's operation may list this kind */
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
