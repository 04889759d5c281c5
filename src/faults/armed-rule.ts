import {chanceOf} from './chance.js';
import {isDue, type Rule} from './rules/rule.js';

/** How many of the requests that a rule hit are remembered by their numbers. */
const mostRemembered = 100;

/** A rule of one account, and what became of it so far. */
export class ArmedRule {
  readonly #requests: number[] = [];
  #seen = 0;
  #hits = 0;

  /**
   * @param place in the set, which chance is drawn by
   * @param isOfStart whether it was given at the start, and reaches every account
   * @param expiresAt milliseconds since 1970 by the machine's clock; never where it is left out
   */
  constructor(
    readonly rule: Rule,
    readonly id: string,
    readonly place: number,
    readonly isOfStart: boolean,
    readonly expiresAt?: number,
  ) {}

  /** How many requests it matched. */
  get seen(): number {
    return this.#seen;
  }

  /** How many of them it was done to. */
  get hits(): number {
    return this.#hits;
  }

  /** The numbers of the latest of those, as far as they are answered. */
  get requests(): readonly number[] {
    return this.#requests;
  }

  /** Counts a request that it matches. @returns the how many-th it is, and whether the rule is for it */
  meet(): {readonly occurrence: number; readonly isDue: boolean} {
    this.#seen += 1;
    const occurrence = this.#seen;
    return {occurrence, isDue: isDue(this.rule, occurrence, () => this.chance(occurrence, 0))};
  }

  /** From 0 to 1, always the same for the same request of the same rule in the same place. */
  chance(occurrence: number, salt: number): number {
    return chanceOf(this.rule.seed ?? 1, this.place, occurrence, salt);
  }

  hit(): void {
    this.#hits += 1;
  }

  /** @param seq the number of an exchange that it was done to */
  tell(seq: number): void {
    this.#requests.push(seq);
    if (this.#requests.length > mostRemembered) {
      this.#requests.shift();
    }
  }
}
