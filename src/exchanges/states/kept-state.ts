import type {AccountState} from '../../accounts/account-state.js';

/**
 * A state that entries share: that which left it, those that only read it, and that which changed it next. It is let go
 * of for all of them at once.
 */
export class KeptState {
  #state: AccountState | undefined;
  #isGone = false;
  /** Whether an entry that changed it counts it. */
  isCounted = false;

  constructor(state: AccountState) {
    this.#state = state;
  }

  /** Undefined once it was let go of. */
  get state(): AccountState | undefined {
    return this.#state;
  }

  /** Whether it may not be kept again, even where it is still at hand. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** @param forGood not only to make room */
  release(forGood: boolean): void {
    this.#state = undefined;
    this.#isGone ||= forGood;
  }
}
