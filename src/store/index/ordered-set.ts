import type {Compare} from '../order.js';
import {rootOf, type Tree, type TreeNode, treeOf} from './tree.js';

/**
 * Rows in one order, addressable by position. A copy costs the same whatever the size: it shares every node, and
 * copies only those that it later changes.
 */
export class OrderedSet<R> {
  readonly #tree: Tree<R, undefined>;

  private constructor(tree: Tree<R, undefined>) {
    this.#tree = tree;
  }

  /** @param sorted rows that are in order already */
  static from<R>(sorted: readonly R[], compare: Compare<R>): OrderedSet<R> {
    return new OrderedSet(treeOf(sorted, undefined, compare));
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
   * How many rows at the front satisfy `before`, which must hold for a first stretch of the order and for none after.
   * Costs one descent, not a scan.
   */
  countWhile(before: (row: R) => boolean): number {
    return this.#border(before)[0];
  }

  /**
   * Where the rows stand that `compare` finds neither too low (under 0) nor too high (over 0): from, and up to. One
   * descent where there are none.
   */
  range(compare: (row: R) => number): readonly [from: number, to: number] {
    const [from, first] = this.#border(row => compare(row) < 0);
    return first === undefined || compare(first) > 0 ? [from, from] : [from, this.countWhile(row => compare(row) <= 0)];
  }

  /** Where the rows end that satisfy `before`, and the first that does not. */
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
