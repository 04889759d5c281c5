import type {default as sortedBtree} from 'sorted-btree';
import {bulkLoad} from 'sorted-btree/extended/bulkLoad.js';
import type {Compare, Row} from '../order.js';

/**
 * Sorted rows, addressable by position. A copy shares every node and copies only those that it changes later, so its
 * cost does not depend on the size.
 */
export class OrderedSet<R> {
  readonly #tree: Tree<R, undefined>;

  private constructor(tree: Tree<R, undefined>) {
    this.#tree = tree;
  }

  /** @param sorted rows that are already in order */
  static from<R>(sorted: readonly R[], compare: Compare<R>): OrderedSet<R> {
    return new OrderedSet(treeOf(sorted, new Array<undefined>(sorted.length), compare));
  }

  get size(): number {
    return this.#tree.size;
  }

  add(row: R): void {
    this.#tree.set(row, undefined);
  }

  delete(row: R): void {
    this.#tree.delete(row);
  }

  clone(): OrderedSet<R> {
    return new OrderedSet(this.#tree.clone());
  }

  /**
   * Counts the rows at the front that satisfy `before`, which must hold up to a position and not after it. Takes one
   * descent, not a scan.
   */
  countWhile(before: (row: R) => boolean): number {
    return this.#border(before)[0];
  }

  /**
   * The positions of the rows for which `compare` returns neither a negative nor a positive number. Takes one descent
   * if there are none.
   */
  range(compare: (row: R) => number): readonly [from: number, to: number] {
    const [from, first] = this.#border(row => compare(row) < 0);
    return first === undefined || compare(first) > 0 ? [from, from] : [from, this.countWhile(row => compare(row) <= 0)];
  }

  /** The number of rows that satisfy `before`, and the first that does not. */
  #border(before: (row: R) => boolean): readonly [count: number, next: R | undefined] {
    let node = this.#root;
    let count = 0;
    for (;;) {
      const position = firstNot(node.keys, before);
      if (node.children === undefined) {
        return [count + position, node.keys[position]];
      }
      if (position === node.children.length) {
        return [count + node.size(), undefined];
      }
      for (let child = 0; child < position; child++) {
        count += node.children[child]!.size();
      }
      node = node.children[position]!;
    }
  }

  /** The rows at positions `from` (included) to `to` (excluded). */
  slice(from: number, to: number): R[] {
    const rows: R[] = [];
    this.forEach(from, to, row => rows.push(row));
    return rows;
  }

  /** Visits the rows at positions `from` (included) to `to` (excluded). */
  forEach(from: number, to: number, visit: (row: R) => void): void {
    walk(this.#root, Math.max(0, from), Math.min(to, this.size), visit);
  }

  get #root(): TreeNode<R, undefined> {
    return rootOf(this.#tree);
  }
}

/** Binary search; an inner node's keys are the greatest rows of its children, so it serves both kinds. */
function firstNot<R>(keys: readonly R[], before: (row: R) => boolean): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(keys[middle]!)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function walk<R>(node: TreeNode<R, undefined>, from: number, to: number, visit: (row: R) => void): void {
  if (node.children === undefined) {
    for (let position = from; position < to; position++) {
      visit(node.keys[position]!);
    }
    return;
  }
  let start = 0;
  for (const child of node.children) {
    const size = child.size();
    if (start + size > from && start < to) {
      walk(child, Math.max(0, from - start), Math.min(size, to - start), visit);
    }
    start += size;
    if (start >= to) {
      return;
    }
  }
}

/** A copy shares every node and copies only those that it changes later. */
export type Tree<K, V> = sortedBtree.default<K, V>;

/**
 * The part of a `sorted-btree` node that this file uses. The library counts the rows of each inner node but offers no
 * access by position, and a deep page must not walk all the rows before it. The dependency is pinned exactly;
 * `test/store/index/ordered-set.test.ts` fails if these fields change.
 */
interface TreeNode<K, V> {
  /** In an inner node: the greatest key of each child. */
  readonly keys: readonly K[];
  readonly children?: ReadonlyArray<TreeNode<K, V>>;
  /** In a leaf: one for each key. */
  readonly values?: readonly V[];
  size(): number;
}

/** @param keys in order, with `values` parallel to them */
export function treeOf<K, V>(keys: readonly K[], values: readonly V[], compare: Compare<K>): Tree<K, V> {
  let isLoading = true; // checking the order takes 100 ms for the gifts of a large account
  const tree = bulkLoad(keys as K[], values as V[], 32, (a, b) => (isLoading ? -1 : compare(a, b)));
  isLoading = false;
  return tree as Tree<K, V>;
}

const rootOf = <K, V>(tree: Tree<K, V>): TreeNode<K, V> => (tree as unknown as {readonly _root: TreeNode<K, V>})._root;

/** The values of a key in two trees; undefined if a tree lacks the key. */
export type TreeDifference<V> = readonly [before: V | undefined, after: V | undefined];

/** A subtree, or an entry of a leaf, which has no node. */
interface Part<K, V> {
  readonly node?: TreeNode<K, V>;
  /** 0 for a leaf, -1 for an entry. */
  readonly height: number;
  readonly key?: K;
  readonly value?: V;
}

/**
 * The differences between two trees, by key. Shared subtrees are skipped, so the cost depends on the changes. The
 * library finds all differences at once, which takes long if there are many; this generator can pause after each.
 */
export function* treeDifferences<K, V>(
  older: Tree<K, V>,
  newer: Tree<K, V>,
  compare: Compare<K>,
): Generator<TreeDifference<V>, void> {
  const [before, after] = [partsOf(older), partsOf(newer)];
  while (before.length > 0 || after.length > 0) {
    const [one, other] = [before.at(-1), after.at(-1)];
    const isTaller = (one?.height ?? -1) >= (other?.height ?? -1); // so that shared subtrees are compared
    if (one?.node !== undefined && one.node === other?.node) {
      before.pop();
      after.pop();
    } else if (isTaller && one?.node !== undefined) {
      open(before);
    } else if (other?.node !== undefined) {
      open(after);
    } else {
      const order = one === undefined ? 1 : other === undefined ? -1 : compare(one.key!, other.key!);
      const values = [
        order <= 0 ? before.pop()!.value : undefined,
        order >= 0 ? after.pop()!.value : undefined,
      ] as const;
      if (values[0] !== values[1]) {
        yield values;
      }
    }
  }
}

/** A stack of the parts of a tree that remain to be compared. */
function partsOf<K, V>(tree: Tree<K, V>): Array<Part<K, V>> {
  const node = rootOf(tree);
  let height = 0;
  for (let below = node.children; below !== undefined; below = below[0]!.children) {
    height += 1;
  }
  return [{node, height}];
}

/** Replaces the next subtree with its parts. */
function open<K, V>(stack: Array<Part<K, V>>): void {
  const {node, height} = stack.pop() as Required<Part<K, V>>;
  for (let place = node.keys.length - 1; place >= 0; place--) {
    const child = node.children?.[place];
    stack.push(
      child === undefined
        ? {height: -1, key: node.keys[place]!, value: node.values![place]!}
        : {node: child, height: height - 1},
    );
  }
}

export const compareIds = (a: number, b: number): number => a - b;

/** Rows by id, optionally read on first use. Collections that share them share the tree. */
export class StoredRows<R extends Row> {
  #tree: Tree<number, R> | undefined;
  #unread: {readonly size: number; readonly read: () => readonly R[]} | undefined;

  constructor(rows: Tree<number, R> | {readonly size: number; readonly read: () => readonly R[]}) {
    this.#tree = 'read' in rows ? undefined : rows;
    this.#unread = 'read' in rows ? rows : undefined;
  }

  get size(): number {
    return this.#tree?.size ?? this.#unread!.size;
  }

  get tree(): Tree<number, R> {
    if (this.#tree === undefined) {
      const rows = this.#unread!.read();
      const ids = rows.map(({id}) => id);
      this.#tree = treeOf(ids, rows, compareIds);
      this.#unread = undefined; // frees the source text
    }
    return this.#tree;
  }
}
