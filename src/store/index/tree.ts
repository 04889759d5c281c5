import sortedBtree from 'sorted-btree';
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

/** The most that a node holds. */
const nodeSize = 32;

/** What a new node holds: some room is left, so that few are split by the next writes. */
const filled = 26;

/** What makes nodes, which the library keeps for itself. */
const {default: BTree} = sortedBtree;
const {BNode, BNodeInternal} = sortedBtree as unknown as {
  readonly BNode: new <K, V>(keys: readonly K[], values: readonly V[] | undefined) => TreeNode<K, V>;
  readonly BNodeInternal: new <K, V>(children: ReadonlyArray<TreeNode<K, V>>, size: number) => TreeNode<K, V>;
};

/**
 * Makes a tree of keys that are in order already, each with its value. The library's own bulk load compares all keys,
 * which takes ten times as long.
 * @param values none where all of them are undefined
 */
export function treeOf<K, V>(keys: readonly K[], values: readonly V[] | undefined, compare: Compare<K>): Tree<K, V> {
  const tree = new BTree<K, V>(undefined, compare, nodeSize);
  let nodes: Array<TreeNode<K, V>> = Array.from(
    stretches(keys.length),
    ([from, to]) => new BNode(keys.slice(from, to), values?.slice(from, to)),
  );
  while (nodes.length > 1) {
    nodes = Array.from(stretches(nodes.length), ([from, to]) => parentOf(nodes.slice(from, to)));
  }
  if (nodes[0] !== undefined) {
    (tree as unknown as {_root: TreeNode<K, V>})._root = nodes[0];
  }
  return tree;
}

/** The value of each key, in the order of the keys. */
export function valuesOf<K, V>(tree: Tree<K, V>): readonly V[] {
  const values: V[] = [];
  for (const leaf of leavesOf(rootOf(tree))) {
    for (let place = 0; place < leaf.keys.length; place++) {
      values.push(leaf.values![place]!); // an empty leaf has values without keys
    }
  }
  return values;
}

function* leavesOf<K, V>(node: TreeNode<K, V>): Generator<TreeNode<K, V>> {
  if (node.children === undefined) {
    yield node;
  }
  for (const child of node.children ?? []) {
    yield* leavesOf(child);
  }
}

const parentOf = <K, V>(children: ReadonlyArray<TreeNode<K, V>>): TreeNode<K, V> =>
  new BNodeInternal(
    children,
    children.reduce((sum, child) => sum + child.size(), 0),
  );

/** Cuts so many into stretches for a node each, all as long but for one: from, and up to. None is less than half full. */
function* stretches(count: number): Generator<readonly [from: number, to: number]> {
  let left = count <= nodeSize ? Math.min(1, count) : Math.ceil(count / filled);
  for (let from = 0; left > 0; left--) {
    const to = from + Math.ceil((count - from) / left);
    yield [from, to];
    from = to;
  }
}

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
