import {unprocessableEntity} from '../errors.js';
import {limits} from '../limits.js';
import type {Account} from './account.js';

/** Bounds the snapshots of all accounts together. */
export class SnapshotLimit {
  #reserved = 0;
  readonly #accounts: () => readonly Account[];

  constructor(accounts: () => readonly Account[]) {
    this.#accounts = accounts;
  }

  /**
   * Makes room for new snapshots, until they are saved or refused.
   * @returns ends the reservation
   * @throws ApiError if there would be too many
   */
  reserve(count: number): () => void {
    const saved = this.#accounts().reduce((sum, {snapshots}) => sum + snapshots.size, 0);
    if (saved + this.#reserved + count > limits.allSnapshots) {
      throw unprocessableEntity(
        `The sandbox keeps ${limits.allSnapshots} snapshots of all accounts, and has ${saved}; delete some first`,
      );
    }
    this.#reserved += count;
    return () => {
      this.#reserved -= count;
    };
  }
}
