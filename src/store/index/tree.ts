import type sortedBtree from 'sorted-btree';
import {bulkLoad} from 'sorted-btree/extended/bulkLoad.js';
import type {Compare} from '../order.js';

/** A copy of one shares every node, and copies only those that it later changes. */
export type Tree<K, V> = sortedBtree.default<K, V>;

const nodeSize = 32;

/** A tree of keys that are in order already, each with its value. */
export const treeOf = <K, V>(keys: K[], values: V[], compare: Compare<K>): Tree<K, V> =>
  bulkLoad(keys, values, nodeSize, compare);
