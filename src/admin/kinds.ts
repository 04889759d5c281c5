import type * as z from 'zod';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {IdFields, Kind} from '../operations/kinds/kind.js';
import {words} from '../operations/names.js';
import type {Operation} from '../operations/operation.js';
import {objectIn} from '../schema/components.js';
import {formatOf} from '../schema/fields.js';
import type {ReadableFormat} from '../schema/formats.js';
import {unwrap} from '../schema/parse-body.js';
import type {Term} from '../search/term.js';
import {adminOperation} from './admin-operation.js';

/** Describes a kind for the console. Paths are relative to `/api/v1`. */
function describe(kind: Kind, catalog: Catalog) {
  const paths = pathsOf(kind, catalog);
  const fields = Object.keys(kind.detail?.output.shape ?? kind.output?.shape ?? {});
  const search = catalog.operations.find(({path}) => path === `/api/v1${paths.search ?? paths.list}`)?.search;
  return {
    /** The name in diffs: `gifts`. */
    name: kind.name,
    /** The name in responses: `gift`. */
    item_type: kind.itemType!,
    /** The tag in the contract; null if the kind has no operations. */
    tag: kind.tag?.name ?? null,
    fields,
    /** The columns of a table after the id: the paths of fields, with their headings. */
    columns: kind.columns ?? columnsByDefault(fields),
    /** The values of `sort` that sort by a field. */
    sorted_as: kind.sortedAs ?? {},
    unlisted: kind.unlisted ?? null,
    /** The fields with `money`, a `day` or a `moment`: `{received_amount: 'money', 'memberships.date_start': 'day'}` */
    formats: Object.fromEntries(formatsIn(shownFields(kind))),
    ...paths,
    terms: (search?.terms ?? []).map(describeTerm),
    /** The values of `expand` for the search. */
    expansions: search?.expansions ?? [],
    /** The values of `sort` for the search, or for the list if there is no search. */
    sorts: search?.sorts ?? [],
    references: referencesOf(kind, fields),
  };
}

/** All response fields of a kind: in single records, lists and searches. */
function shownFields({output, detail, operations, itemType}: Kind): z.ZodRawShape {
  const lists = operations.flatMap(({reply}) =>
    reply.kind === 'page' && reply.itemType === itemType ? [reply.schema.shape] : [],
  );
  return Object.assign({}, ...lists, output?.shape, detail?.output.shape);
}

const columnsByDefault = (fields: readonly string[]): Record<string, string> =>
  fields.includes('name')
    ? {name: 'Name'}
    : Object.fromEntries(fields.flatMap(field => (field === 'id' ? [] : [[field, words(field)]])));

function describeTerm({name, value: {accepts, example, choices = []}, finds, idsOf}: Term) {
  return {name, accepts, example, finds, choices, ids_of: idsOf ?? null};
}

function formatsIn(fields: z.ZodRawShape, before = ''): Array<[string, ReadableFormat]> {
  return Object.entries(fields).flatMap(([name, field]) => {
    const schema = field as z.ZodType;
    const [nested, format] = [objectIn(schema), formatOf(unwrap(schema))];
    const own: Array<[string, ReadableFormat]> = format === undefined ? [] : [[before + name, format]];
    return nested === undefined ? own : formatsIn(nested.shape, `${before}${name}.`);
  });
}

export type ShownKind = ReturnType<typeof describe>;

export const showKinds = adminOperation({
  id: 'showKinds',
  method: 'GET',
  path: '/_sandbox/kinds',
  summary: 'List the kinds of record with their paths, fields, search terms and references',
  handle: ({catalog}) => ({
    kinds: catalog.kinds.filter(({output}) => output !== undefined).map(kind => describe(kind, catalog)),
  }),
});

/** The prefix of every API path; the paths below are relative to it. */
const base = '/api/v1';

const relativePath = ({path}: Operation): string => path.slice(base.length);

const pathOf = (operation: Operation | undefined) => (operation === undefined ? null : relativePath(operation));

const isSearch = ({path}: Operation): boolean => path.endsWith('/search');

const hasIds = (path: string): boolean => path.includes('{');

function pathsOf({name, itemType, operations}: Kind, catalog: Catalog) {
  // Another kind's operation may list this kind, alone or together with others: `/types/{type}`.
  const listing = catalog.operations.filter(
    ({reply, method}) => method === 'GET' && reply.kind === 'page' && [reply.itemType].flat().includes(itemType!),
  );
  const search = listing.find(isSearch);
  const lists = listing
    .filter(operation => !isSearch(operation))
    .map(each => relativePath(each).replace('{type}', name));
  const ofOne = (wanted: Operation['method']) =>
    operations.find(({method, path}) => method === wanted && /^[^{]*\/\{id\}$/.test(path));
  return {
    /** The path of the list, or of the search if there is no list; null if only `under` has paths. */
    list: lists.find(path => !hasIds(path)) ?? pathOf(search),
    search: pathOf(search),
    show: pathOf(ofOne('GET')),
    /** Paths nested under a record of another kind: `/constituents/{constituent_id}/gifts`. */
    under: lists.filter(hasIds).map(path => ({kind: path.split('/')[1]!, path})),
    create: operations.filter(({method, reply}) => method === 'POST' && reply.kind === 'object').map(relativePath),
    update: pathOf(ofOne('PATCH')),
    delete: pathOf(ofOne('DELETE')),
  };
}

/** Flattens nested id fields to dotted paths: `custom_fields.values.id`. */
const flat = (fields: IdFields, before = ''): Array<[string, string]> =>
  Object.entries(fields).flatMap(([field, to]) =>
    typeof to === 'string' ? [[`${before}${field}`, to] as [string, string]] : flat(to, `${before}${field}.`),
  );

/** Maps id fields to the kinds that they refer to, `{fund_id: 'funds'}`, so that a page can link to the record. */
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
