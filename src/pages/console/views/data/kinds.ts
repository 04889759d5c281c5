import type {ShownKind} from '../../../../admin/kinds.js';
import {asOf} from '../../parts/as-of.js';
import {useResource} from '../../parts/resource.js';
import {changes} from '../../state/exchanges.js';
import {hrefOf} from '../../state/route.js';

export type RecordData = Readonly<Record<string, unknown>>;

export interface RecordPage {
  readonly items: readonly RecordData[];
  readonly total_items: number;
  readonly offset: number;
  readonly limit: number;
}

let kindsByName: ReadonlyMap<string, ShownKind> = new Map();

export function useKinds() {
  const loaded = useResource<{kinds: readonly ShownKind[]}>('/_sandbox/kinds', {isConstant: true});
  kindsByName = new Map(loaded.value?.kinds.map(kind => [kind.name, kind]));
  return loaded;
}

export const kindNamed = (name: string): ShownKind | undefined => kindsByName.get(name);

/** Loads data of the displayed state; data of the current state is reloaded after changes. */
function useStateResource<T>(path: string | undefined) {
  return useResource<T>(path, {reloadOn: asOf.value === undefined ? changes : undefined});
}

const asOfParameter = () => (asOf.value === undefined ? '' : `&as_of=${encodeURIComponent(asOf.value)}`);

/**
 * Reads data as the API returns it, without an entry in the request log.
 * @param path of the API, without its version: `/gifts/7`; undefined to read nothing
 */
export function useRead<T>(path: string | undefined) {
  return useStateResource<T>(path && `/_sandbox/read?path=${encodeURIComponent(path)}${asOfParameter()}`);
}

/** Names of records by kind and id: `{'constituents/959445': 'Ada Lovelace'}` */
export type RecordNames = Readonly<Record<string, string>>;

/** The sandbox's maximum number of names per request. */
const maxNames = 250;

/** @param records `constituents/959445` */
export function useNames(records: readonly string[]): RecordNames {
  const wanted = [...new Set(records)].slice(0, maxNames).join();
  const path = wanted === '' ? undefined : `/_sandbox/names?records=${wanted}${asOfParameter()}`;
  return useStateResource<{names: RecordNames}>(path).value?.names ?? {};
}

export const isId = (value: unknown): value is number => typeof value === 'number' && value > 0;

export const isRecord = (value: unknown): value is RecordData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records to which a value refers. @param path of the value in its record; empty for the record itself */
export function recordsIn(value: unknown, kind: ShownKind, path = ''): string[] {
  if (Array.isArray(value)) {
    return value.flatMap(each => recordsIn(each, kind, path));
  }
  if (isRecord(value)) {
    const below = path === '' ? '' : `${path}.`;
    return Object.entries(value).flatMap(([name, each]) => recordsIn(each, kind, below + name));
  }
  const to = kind.references[path];
  return to !== undefined && isId(value) ? [`${to}/${value}`] : [];
}

/** The URL of a record, or of its kind's list if the API has no single records; undefined if it has neither. */
export function recordHref(name: string, id: number): string | undefined {
  const kind = kindsByName.get(name);
  if (kind === undefined || (kind.show === null && kind.list === null)) {
    return undefined;
  }
  return hrefOf(kind.show === null ? ['data', name] : ['data', name, String(id)], {under: ''});
}

/** `email_addresses` as a title. */
export const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** `street_addresses` as words; the singular for a count of one. */
export const wordsOf = (name: string, count: number): string =>
  (count === 1 ? name.replace(/ies$/, 'y').replace(/(ss)es$|s$/, '$1') : name).replaceAll('_', ' ');

/** Replaces the first parameter of a path with an id. */
export const withId = (path: string, id: string | number): string =>
  path.replace(/\{\w+\}/, encodeURIComponent(String(id)));

/** The name in the first braces of a path; undefined if there are none. */
export const idIn = (path: string): string | undefined => /\{(\w+)\}/.exec(path)?.[1];
