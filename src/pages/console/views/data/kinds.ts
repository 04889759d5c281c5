import type {ShownKind} from '../../../../admin/kinds.js';
import {useResource} from '../../parts/resource.js';
import {hrefOf} from '../../state/route.js';

export type RecordData = Readonly<Record<string, unknown>>;

/** Kinds whose records have a page of their own. */
let showable: ReadonlySet<string> = new Set();

export function useKinds() {
  const loaded = useResource<{kinds: readonly ShownKind[]}>('/_sandbox/kinds', {isConstant: true});
  const kinds = loaded.value?.kinds ?? [];
  showable = new Set(kinds.filter(({show}) => show !== null).map(({name}) => name));
  return loaded;
}

/**
 * The path that reads data as the API returns them, without an entry in the request log.
 * @param path of the API, without its version: `/gifts/7`
 * @param asOf an earlier state: `request:142`
 */
export const readPath = (path: string, asOf: string | undefined): string =>
  `/_sandbox/read?${new URLSearchParams({path, ...(asOf !== undefined && {as_of: asOf})})}`;

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
