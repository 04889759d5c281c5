import {conflict, unprocessableEntity} from '../errors.js';
import {limits} from '../limits.js';
import type {Account} from './account.js';
import {checkMemory, maxForNew} from './memory.js';

/**
 * Checks the limits before an account is created. Accounts share data, so they have no individual sizes: their number
 * and total heap are limited.
 * @throws ApiError if a limit is reached
 */
export function checkRoom(accounts: number): void {
  if (accounts >= limits.accounts) {
    throw conflict(`The sandbox holds ${limits.accounts} accounts and makes no more; delete some`);
  }
  checkMemory('another account', 0, maxForNew);
}

/** Limits the snapshots of all accounts together. */
export function snapshotReservations(all: () => readonly Account[]) {
  let reserved = 0;
  /**
   * Reserves slots for new snapshots until they are saved or rejected.
   * @returns ends the reservation
   * @throws ApiError if there would be too many
   */
  return (count: number): (() => void) => {
    const saved = all().reduce((sum, {snapshots}) => sum + snapshots.size, 0);
    if (saved + reserved + count > limits.allSnapshots) {
      throw unprocessableEntity(
        `The sandbox keeps ${limits.allSnapshots} snapshots of all accounts, and has ${saved}; delete some first`,
      );
    }
    reserved += count;
    return () => {
      reserved -= count;
    };
  };
}
