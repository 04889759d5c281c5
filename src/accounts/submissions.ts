import {createHash} from 'node:crypto';
import {limits} from '../limits.js';

/** What one field of a form may hold; a name that comes twice holds a list. */
export type SubmittedValue = string | number | boolean | null;

/** What a form sent to an account's listener. */
export interface Submission {
  /** Counts per account, from 1 on, and is never used again. */
  readonly id: number;
  /** By the account's clock: `<YYYY-MM-DDTHH:MM:SSZ>`. */
  readonly at: string;
  readonly fields: Readonly<Record<string, SubmittedValue | readonly SubmittedValue[]>>;
}

/** What came for one account, the latest last. It lives as long as the process, and is no part of the account's state. */
export class Submissions {
  #kept: readonly Submission[] = [];
  #count = 0;

  get all(): readonly Submission[] {
    return this.#kept;
  }

  add(submission: Omit<Submission, 'id'>): void {
    this.#count += 1;
    this.#kept = [...this.#kept, {id: this.#count, ...submission}].slice(-limits.submissions);
  }

  clear(): void {
    this.#kept = [];
  }
}

/** The secret in the address of an account's listener: a UUID that is the same on every start with the same seed. */
export function listenerId(seed: number, account: string): string {
  const digits = createHash('sha256').update(`listener ${seed} ${account}`).digest('hex');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join('-');
}
