import {Schema} from '../../store/schema.js';
import type {Operation} from '../operation.js';
import {checkKinds} from './check-kinds.js';
import type {Kind} from './kind.js';

/** Everything that follows from a list of kinds. */
export interface Catalog {
  /** Those that others point at first. */
  readonly kinds: readonly Kind[];
  /** By name. */
  readonly byName: ReadonlyMap<string, Kind>;
  /** How their records are stored; its specs are the kinds. */
  readonly schema: Schema;
  /** In the order of the contract's groups. */
  readonly operations: readonly Operation[];
}

/**
 * Makes a catalog of a list of kinds.
 * @param kinds those that others point at first
 * @throws Error where a kind lacks something: one sentence that names the kind and the part
 */
export function catalogOf(kinds: readonly Kind[]): Catalog {
  checkKinds(kinds);
  const places = new Map(kinds.map(({tag}) => [tag?.name, tag?.place ?? Number.POSITIVE_INFINITY]));
  const placeOf = ({tag}: Operation) => places.get(tag) ?? Number.POSITIVE_INFINITY;
  const compare = (a: number, b: number) => (a === b ? 0 : a - b);
  return {
    kinds,
    byName: new Map(kinds.map(kind => [kind.name, kind])),
    schema: new Schema(kinds),
    operations: kinds.flatMap(({operations}) => operations).sort((a, b) => compare(placeOf(a), placeOf(b))),
  };
}
