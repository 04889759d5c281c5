import type sortedBtree from 'sorted-btree';
import {bulkLoad} from 'sorted-btree/extended/bulkLoad.js';
import type {Key} from '../keys.js';
import type {Compare} from '../order.js';

/** A copy of one shares every node, and copies only those that it later changes. */
export type Tree<K, V> = sortedBtree.default<K, V>;

/**
 * The part of a `sorted-btree` node that is read here. The library keeps a count in each inner node but offers no access
 * by position, and a deep page must not walk past all the rows before it. The dependency is pinned exactly;
 * `test/store/index/ordered-set.test.ts` fails should these fields ever change.
 */
export interface TreeNode<K, V> {
  /** Of an inner node: the greatest key of each child. */
  readonly keys: readonly K[];
  readonly children?: ReadonlyArray<TreeNode<K, V>>;
  /** Of a leaf: as many as its keys. */
  readonly values?: readonly V[];
  size(): number;
}

const nodeSize = 32;

/** A tree of keys that are in order already, each with its value. */
export const treeOf = <K, V>(keys: K[], values: V[], compare: Compare<K>): Tree<K, V> =>
  bulkLoad(keys, values, nodeSize, compare);

export const rootOf = <K, V>(tree: Tree<K, V>): TreeNode<K, V> =>
  (tree as unknown as {readonly _root: TreeNode<K, V>})._root;

/**
 * The value of a key that is a number or a text, in a tree where null stands behind all others. The library's own `get`
 * calls a function for each comparison, which is another one for each order: three times as long a look-up, of which one
 * constituent takes twelve.
 */
export function lookUp<K extends Key | null, V>(tree: Tree<K, V>, key: Key): V | undefined {
  let node = rootOf(tree);
  for (;;) {
    const {keys, children} = node;
    const position = firstNotBelow(keys, key);
    if (position === keys.length) {
      return undefined;
    }
    if (children === undefined) {
      return keys[position] === key ? node.values![position] : undefined;
    }
    node = children[position]!;
  }
}

function firstNotBelow(keys: ReadonlyArray<Key | null>, key: Key): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = keys[middle]!;
    if (at !== null && at < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
