import type {Compare} from '../order.js';
import {rootOf, type Tree, type TreeNode} from './tree.js';

/** What stands under one key in two trees; undefined where it has nothing. */
export type TreeDifference<V> = readonly [before: V | undefined, after: V | undefined];

/**
 * What differs between two trees, by key. What they share is not looked at: it costs what was changed between the two. The
 * library's own does the same all at once, which takes long where much differs; this one can be left after each.
 */
export function* treeDifferences<K, V>(
  older: Tree<K, V>,
  newer: Tree<K, V>,
  compare: Compare<K>,
): Generator<TreeDifference<V>, void> {
  const [one, other] = [new Walk(rootOf(older)), new Walk(rootOf(newer))];
  while (!one.isAtEnd || !other.isAtEnd) {
    if (one.level >= 0 && one.node === other.node) {
      one.pass();
      other.pass();
      continue;
    }
    const order = orderOf(one, other, compare);
    if (order === 0) {
      if (one.value !== other.value) {
        yield [one.value, other.value];
      }
      one.pass();
      other.pass();
    } else if (order < 0) {
      if (one.level < 0) {
        yield [one.value, undefined];
        one.pass();
      } else {
        one.enter();
      }
    } else if (other.level < 0) {
      yield [undefined, other.value];
      other.pass();
    } else {
      other.enter();
    }
  }
}

/** Which of two is next: under 0 the one, over 0 the other, 0 both, which stand at the same key then. */
function orderOf<K, V>(one: Walk<K, V>, other: Walk<K, V>, compare: Compare<K>): number {
  if (one.isAtEnd || other.isAtEnd) {
    return one.isAtEnd ? 1 : -1;
  }
  if (one.level >= 0 && other.level >= 0) {
    return other.level - one.level || -1; // the larger subtree is entered first, so that equal ones meet
  }
  const order = compare(one.firstKey, other.firstKey);
  if (one.level < 0 && other.level < 0) {
    return order;
  }
  // An entry that stands before all of a subtree is next; otherwise the subtree is entered.
  return one.level < 0 ? (order < 0 ? -1 : 1) : order > 0 ? 1 : -1;
}

/** A way through a tree, from subtree to subtree, into those that are entered, and from entry to entry in leaves. */
class Walk<K, V> {
  /** The nodes that were entered, from the root on, and the place in each. */
  readonly #entered: Array<{readonly node: TreeNode<K, V>; at: number}> = [];
  /** The subtree that it stands before; undefined where it stands at an entry, and at the end. */
  node: TreeNode<K, V> | undefined;
  isAtEnd = false;

  constructor(root: TreeNode<K, V>) {
    this.node = root;
    this.isAtEnd = root.keys.length === 0;
  }

  /** How high the subtree is, 0 a leaf; -1 at an entry, and at the end. */
  get level(): number {
    return this.isAtEnd || this.node === undefined ? -1 : heightOf(this.node);
  }

  /** Of the subtree, or of the entry. */
  get firstKey(): K {
    let node = this.node;
    if (node === undefined) {
      const last = this.#entered.at(-1)!;
      return last.node.keys[last.at]!;
    }
    while (node.children !== undefined) {
      node = node.children[0]!;
    }
    return node.keys[0]!;
  }

  /** Of the entry. */
  get value(): V | undefined {
    const last = this.#entered.at(-1);
    return last?.node.values?.[last.at];
  }

  enter(): void {
    this.#entered.push({node: this.node!, at: 0});
    this.node = this.node!.children?.[0];
  }

  /** Goes on behind what it stands at. */
  pass(): void {
    for (let last = this.#entered.at(-1); last !== undefined; last = this.#entered.at(-1)) {
      last.at += 1;
      if (last.at < last.node.keys.length) {
        this.node = last.node.children?.[last.at];
        return;
      }
      this.#entered.pop();
    }
    this.node = undefined;
    this.isAtEnd = true;
  }
}

function heightOf<K, V>(node: TreeNode<K, V>): number {
  let height = 0;
  for (let below = node.children; below !== undefined; below = below[0]!.children) {
    height += 1;
  }
  return height;
}
