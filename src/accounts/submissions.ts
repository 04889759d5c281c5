import {createHash} from 'node:crypto';
import {limits} from '../limits.js';

/** The value of a form field; a repeated name has an array of values. */
export type SubmittedValue = string | number | boolean | null;

/** A form submitted to an account's listener. */
export interface Submission {
  /** Unique per account, starting at 1; never reused. */
  readonly id: number;
  /** By the account's clock: `<YYYY-MM-DDTHH:MM:SSZ>`. */
  readonly at: string;
  readonly fields: Readonly<Record<string, SubmittedValue | readonly SubmittedValue[]>>;
}

/** Submissions of one account, the latest last. They are not part of its state and last as long as the process. */
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

/** The path to which forms are submitted. Its UUID replaces the key. No API operation has this path. */
export const listenerPath = (id: string): string => `/integrations/${id}/listener`;

/** The UUID in the path of a listener; undefined for any other path. */
export const listenerIn = (path: string): string | undefined =>
  /^\/integrations\/([^/]+)\/listener\/?$/.exec(path)?.[1];

/** The secret in the URL of an account's listener: a UUID that depends only on the seed and the name. */
export function listenerId(seed: number, account: string): string {
  const digits = createHash('sha256').update(`listener ${seed} ${account}`).digest('hex');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join('-');
}
