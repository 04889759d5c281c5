import type {Catalog} from '../operations/kinds/catalog.js';
import type {IdFields, Kind} from '../operations/kinds/kind.js';
import type {Operation} from '../operations/operation.js';
import {adminOperation} from './admin-operation.js';

/** Describes a record kind to the console. Paths are relative to `/api/v1`. */
function describe(kind: Kind, catalog: Catalog) {
  const paths = pathsOf(kind, catalog);
  const fields = Object.keys(kind.detail?.output.shape ?? kind.output?.shape ?? {});
  const asked = catalog.operations.find(({path}) => path === `/api/v1${paths.search ?? paths.list}`)?.search;
  return {
    /** The name used in diffs: `gifts`. */
    name: kind.name,
    /** The name used in responses: `gift`. */
    item_type: kind.itemType!,
    /** The tag in the contract; null if the kind has no operations. */
    tag: kind.tag?.name ?? null,
    fields,
    ...paths,
    terms: (asked?.terms ?? []).map(({name, value: {accepts, example}, finds}) => ({name, accepts, example, finds})),
    /** The values of `sort` for the search, or for the list if there is no search. */
    sorts: asked?.sorts ?? [],
    references: referencesOf(kind, fields),
  };
}

export type ShownKind = ReturnType<typeof describe>;

export const showKinds = adminOperation({
  id: 'showKinds',
  method: 'GET',
  path: '/_sandbox/kinds',
  summary:
    'The kinds of record: where each is listed, shown and written, what its search takes, and what its ids lead to',
  handle: ({catalog}) => ({
    kinds: catalog.kinds.filter(({output}) => output !== undefined).map(kind => describe(kind, catalog)),
  }),
});

/** The prefix of every API path; the paths below are relative to it. */
const base = '/api/v1';

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
function pathsOf(kind: Kind, catalog: Catalog) {
  const found = listing(catalog, kind);
  const search = found.find(isSearch);
  const lists = found.filter(operation => !isSearch(operation)).map(operation => pathFor(operation, kind));
  const all = lists.find(path => !hasIds(path));
  const own = (method: Operation['method']) => kind.operations.filter(operation => operation.method === method);
  const ofOne = (method: Operation['method']) => own(method).find(isOfOne);
  const pathOf = (operation: Operation | undefined) => (operation === undefined ? null : behindBase(operation));
  return {
    /** The path of the list, or of the search if there is no list; null if only `under` has paths. */
    list: all ?? pathOf(search),
    search: pathOf(search),
    show: pathOf(ofOne('GET')),
    /** Paths nested under a record of another kind: `/constituents/{constituent_id}/gifts`. */
    under: lists.filter(hasIds).map(under),
    create: own('POST')
      .filter(({reply}) => reply.kind === 'object')
      .map(behindBase),
    update: pathOf(ofOne('PATCH')),
    delete: pathOf(ofOne('DELETE')),
  };
}

/** Flattens nested id fields to dotted paths: `custom_fields.values.id`. */
const flat = (fields: IdFields, before = ''): Array<[string, string]> =>
  Object.entries(fields).flatMap(([field, to]) =>
    typeof to === 'string' ? [[`${before}${field}`, to] as [string, string]] : flat(to, `${before}${field}.`),
  );

/**
 * Maps id fields to the kinds that they refer to, `{fund_id: 'funds'}`, so that a page can link to the record.
 * @param fields the fields of a response
 */
function referencesOf(kind: Kind, fields: readonly string[]): Readonly<Record<string, string>> {
  const {parents = {}, references = [], importer: {ids = {}, nested = []} = {}} = kind;
  const all = [
    ...Object.entries(parents as Record<string, string>),
    ...references.map(({id, to}): [string, string] => [id, to]),
    ...flat(ids),
    ...nested.map(({array, to}): [string, string] => [`${array}.id`, to]),
  ];
  return Object.fromEntries(all.filter(([way]) => fields.includes(way.split('.', 1)[0]!)));
}
