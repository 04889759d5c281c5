import {setImmediate, setTimeout} from 'node:timers/promises';
import type {Random} from '../../fixtures/random.js';
import type {AccountState} from '../../src/accounts/account-state.js';
import type {Change, ChangeLog} from '../../src/accounts/change-log.js';
import {ApiError} from '../../src/errors.js';
import {nothing} from './notes.js';

const full = () => new ApiError(507, 'Insufficient Storage', 'The disk is full');

/** Waits for a random time: none, turns of the event loop, or milliseconds. */
export async function someTime(random: Random): Promise<void> {
  const turns = random.int(0, 3);
  if (turns === 3) {
    await setTimeout(random.int(1, 3));
  }
  for (let turn = 0; turn < turns; turn++) {
    await setImmediate();
  }
}

/** A log that appends at once or later at random, and rejects one append in five. */
export class UnsteadyLog implements ChangeLog {
  /** Incorrect calls. */
  readonly complaints: string[] = [];
  readonly #random: Random;
  readonly #settled = new Map<string, AccountState[]>();
  readonly #busy = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns the initial state of an account and the appended ones. */
  settled(account: string): AccountState[] {
    const settled = this.#settled.get(account) ?? [nothing];
    this.#settled.set(account, settled);
    return settled;
  }

  async append(account: string, {before, after}: Change): Promise<void> {
    if (this.#busy.has(account)) {
      this.complaints.push(`two appends of ${account} overlap`);
    }
    if (before !== this.settled(account).at(-1)) {
      this.complaints.push(`a change of ${account} does not begin with the last settled state`);
    }
    if (this.#random.chance(0.7)) {
      this.#busy.add(account);
      await someTime(this.#random);
    }
    this.#end(account, after);
  }

  #end(account: string, after: AccountState): void {
    this.#busy.delete(account);
    if (this.#random.chance(0.2)) {
      throw this.#random.chance(0.5) ? full() : new Error('The database is away');
    }
    this.settled(account).push(after);
  }
}
