import type * as z from 'zod';
import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import type {ApiError} from '../errors.js';
import {parsedJson} from '../schema/formats.js';
import {isObject} from '../schema/items.js';
import type {FaultSpec} from './rules/fault-rule.js';
import type {ruleFields} from './rules/rule-fields.js';
import type {StateHistory} from './state-history.js';

/** `after-commit` applies the fault after the service has handled the request, so that it affects only the response. */
export type When = 'before' | 'after-commit';

/** The reason a wait ended: the time is over, the client disconnected, or the sandbox is closing. */
export type WaitEnd = 'over' | 'left' | 'closing';

/** The `fault` of a rule of one kind, as in its schema. */
export type FaultOf<Name extends string> = Extract<FaultSpec, Readonly<Record<Name, unknown>>>;

/** A whole response. A string body is sent unchanged; by default, the body is empty. */
export type ReplySpec = NonNullable<FaultSpec['reply']>;

/** The parts of HTTP that a fault can use. `src/http` implements this port. */
export interface FaultCall {
  readonly account: Account;
  readonly history: Pick<StateHistory, 'beforeRequests' | 'asOf'>;
  readonly when: When;
  /** For a kind with a limit: seconds of account time until the next request is within it. */
  readonly seconds: number;
  /** Draws a number from 0 to 1 that depends on the salt and is the same in every run. */
  chance(salt: number): number;
  wait(milliseconds: number): Promise<WaitEnd>;
  serve(): Promise<void>;
  /** Lets the service handle the request on a copy of this state, which is then discarded. */
  serveFrom(state: AccountState): Promise<void>;
  /** Sends no response; the fault ends the connection itself, or the client has disconnected. */
  silence(): void;
  resetConnection(): void;
  endConnection(): void;
  sendError(error: ApiError): void;
  /** Sends an error in the service's format. */
  sendStatus(status: number, description: string, headers: Readonly<Record<string, string>>): void;
  sendPage(status: number, html: string, headers?: Readonly<Record<string, string>>): void;
  titleOf(status: number): string | undefined;
  sendReply(reply: ReplySpec): void;
  /** Applies a JSON Merge Patch. A response that is not a JSON object stays unchanged. */
  patchReply(patch: object): void;
  /** Sends the first bytes with the length of the whole response, then closes the connection. */
  breakOff(bytesOf: (whole: number) => number): Promise<void>;
  halve(): Promise<void>;
  /** Sends the response in chunks, with a pause in milliseconds before each one. */
  dribble(chunk: number, pause: number): void;
}

/** An option of the console's select: the short form's name, an example of its argument, and a description. */
export type MenuLine = readonly [kind: string, argument: string, about: string];

/**
 * A kind of fault. To add one, write a file in `kinds`, add it to `fault-kinds.ts`, and run `npm run docs`. The files
 * must load neither zod nor Node's modules: the command line and the console import them.
 */
export interface FaultKind<Fault extends object = object> {
  /** The field of a rule's `fault` that selects this kind. */
  readonly name: string;
  /** The fields that go with it. */
  readonly details?: readonly string[];
  /** Schemas of these fields. All are optional in a rule. */
  fields(schemas: typeof ruleFields): Readonly<Record<string, z.ZodType>>;
  /** The argument of the short form; undefined for a kind without one. */
  readonly argument?: {readonly form: string; read(text: string): Fault | undefined};
  /** The fault and time for which this name is an alias. */
  readonly alias?: {readonly fault: FaultSpec; readonly when: When};
  readonly defaultWhen?: When;
  /** True if the kind determines `when`, and a rule cannot set it. */
  readonly hasOwnTime?: true;
  /** True if the response is the service's, delayed or in part: overrides correct it first. */
  readonly keepsResponse?: true;
  readonly isForReadsOnly?: true;
  readonly needsHistory?: true;
  readonly isSlow?: true;
  /** Applies the fault only to requests of a key beyond this limit. */
  limit?(fault: Fault): {readonly n: number; readonly window: number};
  /** Replaces the service's handling. By default, the service handles the request if `when` is `after-commit`. */
  applyBefore?(fault: Fault, call: FaultCall): Promise<void>;
  applyAfter?(fault: Fault, call: FaultCall): void | Promise<void>;
  /** Short forms, object forms and the effect, as docs/test/faults.md shows them. */
  readonly docs: {readonly short: string; readonly object: string; readonly about: string};
  readonly menu: readonly MenuLine[];
}

/** A kind that `true` turns on. */
type Plain = Omit<FaultKind, 'fields' | 'docs' | 'menu' | 'argument'> & {
  readonly about: string;
  readonly menuAbout?: string;
};

/** A kind without an argument: `reset`, `{"reset": true}`. */
export const plainKind = ({about, menuAbout = about, ...kind}: Plain): FaultKind => ({
  ...kind,
  fields: ({on}) => ({[kind.name]: on}),
  docs: {short: `\`${kind.name}\``, object: `\`{"${kind.name}": true}\``, about},
  menu: [[kind.name, '', menuAbout]],
});

const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000};

/** Parses `500`, `500ms`, `2s` or `1m`. @returns milliseconds */
export function time(text: string): number | undefined {
  const [, digits, unit = 'ms'] = /^(\d{1,8}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * units[unit]!;
}

export const count = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** Parses the parts on both sides of a separator, each by its name: `{chunk: count, pause: time}`. */
export function pair<T extends Readonly<Record<string, (text: string) => number | undefined>>>(
  text: string,
  mark: string,
  readers: T,
): {readonly [name in keyof T]: number} | undefined {
  const parts = text.split(mark);
  const read = Object.entries(readers).map(([name, reader], index) => [name, reader(parts[index] ?? '')] as const);
  const isWhole = parts.length === read.length && read.every(([, value]) => value !== undefined);
  return isWhole ? (Object.fromEntries(read) as {[name in keyof T]: number}) : undefined;
}

export function parseJsonObject(text: string): object | undefined {
  const value = parsedJson(text);
  return isObject(value) ? value : undefined;
}
