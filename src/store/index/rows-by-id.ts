import type {Compare, Row} from '../order.js';
import {Indexes} from './indexes.js';
import {type Tree, treeOf} from './tree.js';

export const compareIds: Compare<number> = (a, b) => a - b;

/** Rows that are read once one of them is asked for. Those who share them share the tree that comes of it. */
export class UnreadRows<R extends Row> {
  readonly size: number;
  #read: (() => readonly R[]) | undefined;
  #tree: Tree<number, R> | undefined;

  /** @param read gives the rows by id, each once */
  constructor(size: number, read: () => readonly R[]) {
    this.size = size;
    this.#read = read;
  }

  get tree(): Tree<number, R> {
    if (this.#tree === undefined) {
      const rows = this.#read!();
      const ids = rows.map(({id}) => id);
      this.#tree = treeOf(ids, rows, compareIds);
      this.#read = undefined; // which may hold the text of all
    }
    return this.#tree;
  }
}

/** The rows of a collection in a tree, and what is made of them. */
export class RowsById<R extends Row> {
  readonly #unread: UnreadRows<R> | undefined;
  #tree: Tree<number, R> | undefined;
  #indexes: Indexes<R> | undefined;

  constructor(rows: Tree<number, R> | UnreadRows<R>, indexes?: Indexes<R>) {
    const isUnread = rows instanceof UnreadRows;
    this.#unread = isUnread ? rows : undefined;
    this.#tree = isUnread ? undefined : rows;
    this.#indexes = indexes;
  }

  get size(): number {
    return this.#tree?.size ?? this.#unread!.size;
  }

  get tree(): Tree<number, R> {
    this.#tree ??= this.#unread!.tree;
    return this.#tree;
  }

  /** The same rows, read or not. */
  get shared(): Tree<number, R> | UnreadRows<R> {
    return this.#tree ?? this.#unread!;
  }

  get indexes(): Indexes<R> {
    this.#indexes ??= new Indexes(this.tree);
    return this.#indexes;
  }
}
