import * as z from 'zod';
import type {AnyAdminOperation} from '../../src/admin/admin-operation.js';
import {adminOperations} from '../../src/admin/index.js';
import {adminDocs} from './admin-docs.js';
import {declarations} from './declarations.js';
import {code, tableOf, withSection} from './generated-section.js';

const library = declarations();

/** The comments on parameters in the library's types, by name. */
const commentsOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    library
      .get(name)!
      .members.filter(({about}) => about !== '')
      .map(({name: field, about}) => [field, about]),
  );

const filters = commentsOf('RequestFilters');

const verification = {...filters, ...commentsOf('RequestPattern'), ...commentsOf('VerifyRequest')};

/** The description of a parameter, or an empty text. */
export const meaningOf = ({id, query = []}: AnyAdminOperation, name: string): string =>
  adminDocs[id]?.parameters?.[name] ??
  (id === 'verify' ? verification[name] : query.includes('since') ? filters[name] : undefined) ??
  '';

/** Invalid values, which provoke different error messages. */
const wrong = [Symbol('wrong'), '\0', -1e300];

/** The values that a field accepts, taken from its error messages. */
function acceptedBy(schema: z.core.$ZodType): string {
  const messages = wrong.flatMap(value => z.safeParse(schema, value).error?.issues.map(({message}) => message) ?? []);
  const forms = messages.flatMap(message => /^must be (.*?)(?:, got .*)?$/s.exec(message)?.[1] ?? []);
  const [first = 'any JSON value', ...others] = [...new Set(forms)];
  return others.length > 0 && first === 'a string' ? others.join(', ') : [first, ...others].join(', ');
}

interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly accepts: string;
}

/** Other operations with the same filters refer to this one. */
const filtered = adminOperations.find(({id}) => id === 'listRequests')!;

const isFiltered = ({id, query = []}: AnyAdminOperation): boolean => query.includes('unmatched') && id !== filtered.id;

/** The query parameters that the operation describes itself. */
const ownQuery = (operation: AnyAdminOperation): readonly string[] =>
  (operation.query ?? []).filter(name => !isFiltered(operation) || !filtered.query!.includes(name));

/** The parameters of an operation, without those that the page explains once. */
export const parametersOf = (operation: AnyAdminOperation): Parameter[] => [
  ...Array.from(
    operation.path.matchAll(/\{(\w+)\}/g),
    ([, name = '']) => ({name, place: 'path', accepts: ''}) as const,
  ),
  ...ownQuery(operation).map(name => ({name, place: 'query', accepts: ''}) as const),
  ...Object.entries(operation.body?.shape ?? {}).map(
    ([name, schema]) => ({name, place: 'body', accepts: acceptedBy(schema)}) as const,
  ),
];

const title = ({method, path}: AnyAdminOperation) => `${method} ${path}`;

function sectionOf(operation: AnyAdminOperation): string {
  const {errors} = adminDocs[operation.id] ?? {};
  const rows = parametersOf(operation).map(({name, place, accepts}) => [
    code(name),
    place,
    accepts,
    meaningOf(operation, name),
  ]);
  const notes = [
    ...(isFiltered(operation) ? [`Accepts the filters of [${code(title(filtered))}](#${anchorOf(filtered)}).`] : []),
    ...(operation.takesAll ? ['Accepts `?all=true`.'] : []),
    ...(errors === undefined ? [] : [`Errors: ${errors}.`]),
  ];
  return [
    `### ${title(operation)}`,
    `${operation.summary}.`,
    ...(rows.length > 0 ? [tableOf(['parameter', 'in', 'value', 'meaning'], rows)] : []),
    ...(notes.length > 0 ? [notes.join(' ')] : []),
  ].join('\n\n');
}

/** The anchor that GitHub generates for a heading. */
const anchorOf = (operation: AnyAdminOperation) =>
  title(operation)
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const index = (operations: readonly AnyAdminOperation[]) =>
  tableOf(
    ['operation', 'what it does'],
    operations.map(each => [`[${code(title(each))}](#${anchorOf(each)})`, each.summary]),
  );

/** Updates the operations in `docs/reference/admin-api.md`. */
export const withAdminOperations = (page: string, operations: readonly AnyAdminOperation[] = adminOperations): string =>
  withSection(withSection(page, 'operations', index(operations)), 'details', operations.map(sectionOf).join('\n\n'));
