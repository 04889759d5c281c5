import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import {adminOperation} from '../admin-operation.js';
import {type KindPaths, pathsOf} from './paths.js';
import {referencesOf} from './references.js';

/** A term of a search, as a person is told of it. */
interface ShownTerm {
  readonly name: string;
  /** `a date, YYYY-MM-DD` */
  readonly accepts: string;
  readonly example: string;
  /** Which records it finds. */
  readonly finds: string;
}

/** All that a page has to know of a kind of record to show it. Paths stand behind `/api/v1`. */
interface ShownKind extends KindPaths {
  /** As a diff has it: `gifts`. */
  readonly name: string;
  /** As a reply names one: `gift`. */
  readonly item_type: string;
  /** The group of the contract that it stands in; null where no operation is about it. */
  readonly tag: string | null;
  /** What a reply shows of one, in that order. */
  readonly fields: readonly string[];
  readonly terms: readonly ShownTerm[];
  /** What `sort` takes on the path of the search, or on that of the list where there is no search. */
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
