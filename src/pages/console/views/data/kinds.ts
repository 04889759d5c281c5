import {account} from '../../state/accounts.js';
import {ask} from '../../state/api.js';
import {changes} from '../../state/exchanges.js';
import {type Loaded, useLoaded} from '../../state/loaded.js';
import {hrefOf} from '../../state/route.js';

export type Row = Readonly<Record<string, unknown>>;

interface Term {
  readonly name: string;
  readonly accepts: string;
  readonly example: string;
  readonly finds: string;
}

/** The sandbox's description of a kind of record. Paths are relative to `/api/v1`. */
export interface Kind {
  readonly name: string;
  readonly item_type: string;
  readonly tag: string | null;
  readonly fields: readonly string[];
  readonly list: string | null;
  readonly search: string | null;
  readonly show: string | null;
  readonly under: ReadonlyArray<{readonly kind: string; readonly path: string}>;
  readonly create: readonly string[];
  readonly update: string | null;
  readonly delete: string | null;
  readonly terms: readonly Term[];
  readonly sorts: readonly string[];
  /** The kind of record that each id field refers to. */
  readonly references: Readonly<Record<string, string>>;
}

/** Cached, because kinds do not change while the sandbox runs. */
let kinds: Promise<readonly Kind[]> | undefined;

/** Kinds whose records have a page of their own. */
const showable = new Set<string>();

async function load(): Promise<readonly Kind[]> {
  const answer = await ask<{kinds: readonly Kind[]}>('GET', '/_sandbox/kinds');
  for (const {name} of answer.kinds.filter(({show}) => show !== null)) {
    showable.add(name);
  }
  return answer.kinds;
}

export const useKinds = (): Loaded<readonly Kind[]> =>
  useLoaded(() => {
    kinds ??= load();
    kinds.catch(() => {
      kinds = undefined;
    });
    return kinds;
  }, 'kinds');

export function useCounts(): Readonly<Record<string, number>> {
  const {value} = useLoaded<{counts: Readonly<Record<string, number>>}>(
    signal => ask('GET', '/_sandbox', {signal}),
    account.value,
    [changes.value],
  );
  return value?.counts ?? {};
}

/** The URL of a record, or of the list of its kind if the API cannot return a single record. */
export const recordHref = (kind: string, id: number): string =>
  hrefOf(showable.has(kind) ? ['data', kind, String(id)] : ['data', kind], {under: ''});

/** `email_addresses` as a title. */
export const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Fills the first id into a path. */
export const withId = (path: string, id: string | number): string =>
  path.replace(/\{\w+\}/, encodeURIComponent(String(id)));

/** The name in the first braces of a path; undefined if there are none. */
export const idIn = (path: string): string | undefined => /\{(\w+)\}/.exec(path)?.[1];
