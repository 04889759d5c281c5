import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import {adminOperation} from '../admin-operation.js';
import {type KindPaths, pathsOf} from './paths.js';
import {referencesOf} from './references.js';

interface ShownTerm {
  readonly name: string;
  /** `a date, YYYY-MM-DD` */
  readonly accepts: string;
  readonly example: string;
  readonly finds: string;
}

/** Describes a record kind to the console. Paths are relative to `/api/v1`. */
interface ShownKind extends KindPaths {
  /** The name used in diffs: `gifts`. */
  readonly name: string;
  /** The name used in responses: `gift`. */
  readonly item_type: string;
  /** The tag in the contract; null if the kind has no operations. */
  readonly tag: string | null;
  readonly fields: readonly string[];
  readonly terms: readonly ShownTerm[];
  /** The values of `sort` for the search, or for the list if there is no search. */
  readonly sorts: readonly string[];
  readonly references: Readonly<Record<string, string>>;
}

function describe(kind: Kind, catalog: Catalog): ShownKind {
  const paths = pathsOf(kind, catalog);
  const fields = Object.keys(kind.detail?.output.shape ?? kind.output?.shape ?? {});
  const asked = catalog.operations.find(({path}) => path === `/api/v1${paths.search ?? paths.list}`)?.search;
  return {
    name: kind.name,
    item_type: kind.itemType!,
    tag: kind.tag?.name ?? null,
    fields,
    ...paths,
    terms: (asked?.terms ?? []).map(({name, value: {accepts, example}, finds}) => ({name, accepts, example, finds})),
    sorts: asked?.sorts ?? [],
    references: referencesOf(kind, fields),
  };
}

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
