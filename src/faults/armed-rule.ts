import {chanceOf} from './chance.js';
import {isDue, type Rule} from './rules/rule.js';

const mostRemembered = 100;

export class ArmedRule {
  readonly #requests: number[] = [];
  #seen = 0;
  #hits = 0;

  /**
   * @param place the rule's position in the set, which seeds its random draws
   * @param isOfStart true for a rule from the start options, which applies to every account
   * @param expiresAt milliseconds since 1970 in real time; undefined if the rule does not expire
   */
  constructor(
    readonly rule: Rule,
    readonly id: string,
    readonly place: number,
    readonly isOfStart: boolean,
    readonly expiresAt?: number,
  ) {}

  get seen(): number {
    return this.#seen;
  }

  get hits(): number {
    return this.#hits;
  }

  /** Journal numbers of the latest faulted requests; those in progress have none yet. */
  get requests(): readonly number[] {
    return this.#requests;
  }

  /** Counts a matching request. @returns its ordinal number, and true if the rule selects it */
  meet(): {readonly occurrence: number; readonly isDue: boolean} {
    this.#seen += 1;
    const occurrence = this.#seen;
    return {occurrence, isDue: isDue(this.rule, occurrence, () => this.chance(occurrence, 0))};
  }

  /** Returns a number from 0 to 1, deterministic for the same request, rule and place. */
  chance(occurrence: number, salt: number): number {
    return chanceOf(this.rule.seed ?? 1, this.place, occurrence, salt);
  }

  hit(): void {
    this.#hits += 1;
  }

  /** @param seq the journal number of a faulted request */
  tell(seq: number): void {
    this.#requests.push(seq);
    if (this.#requests.length > mostRemembered) {
      this.#requests.shift();
    }
  }
}
