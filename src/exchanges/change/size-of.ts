import type {NewParts} from '../../store/differences.js';
import type {Row} from '../../store/order.js';
import type {Pair} from './record-diff.js';

/** About what V8 takes, in bytes. */
const [object, slot, text] = [24, 8, 24];

/** About what a value takes in memory besides the place it stands in, in bytes. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') {
    return text + value.length;
  }
  if (typeof value !== 'object' || value === null) {
    return 0;
  }
  return Object.values(value).reduce<number>((sum, each) => sum + slot + sizeOf(each), object);
}

/** About what a row takes, without what it shares with another. */
function sizeOfRow(row: Row, other?: Row): number {
  const [now, before] = [row, other] as ReadonlyArray<(Row & Readonly<Record<string, unknown>>) | undefined>;
  let bytes = object;
  for (const field of Object.keys(row)) {
    const value = now![field];
    bytes += slot + (before?.[field] === value ? 0 : sizeOf(value));
  }
  return bytes;
}

/** About what the later row takes, without what it shares with the earlier. */
export const sizeOfNew = ([before, after]: Pair): number => (after === undefined ? 0 : sizeOfRow(after, before));

/** About what both rows of a pair take. @param ofNew what `sizeOfNew` says of it */
export const sizeOfPair = ([before]: Pair, ofNew: number): number =>
  ofNew + (before === undefined ? 0 : sizeOfRow(before));

/** About what a node of a tree takes, a collection, and a state: measured. */
const [node, collection, state] = [600, 700, 900];

/** About what a state takes for what is new of it besides rows. */
export const sizeOfParts = ({nodes, collections}: NewParts): number => nodes * node + collections * collection + state;

/** About what a diff that was found takes besides the rows. */
export const sizeOfItself = 700;
