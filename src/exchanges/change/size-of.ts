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
function sizeOfRow(row: Row, other: Row = row): number {
  const before = other as Row & Readonly<Record<string, unknown>>;
  let bytes = object;
  for (const [field, value] of Object.entries(row)) {
    bytes += slot + (other !== row && before[field] === value ? 0 : sizeOf(value));
  }
  return bytes;
}

/** About what the later row takes, without what it shares with the earlier. */
export const sizeOfNew = ([before, after]: Pair): number => (after === undefined ? 0 : sizeOfRow(after, before));

/** About what a node of a tree takes, a collection, and a state: measured. */
const [node, collection, state] = [700, 900, 1500];

/** About what a state takes for what is new of it besides rows. */
export const sizeOfParts = ({nodes, collections}: NewParts): number => nodes * node + collections * collection + state;

/** About what both rows of a pair take. */
export const sizeOfPair = ([before, after]: Pair): number =>
  before === undefined ? sizeOfRow(after!) : sizeOfRow(before) + (after === undefined ? 0 : sizeOfRow(after, before));
