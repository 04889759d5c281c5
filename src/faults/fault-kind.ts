import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import type {ApiError} from '../errors.js';
import type {FieldSchema, ruleFields} from './rules/rule-fields.js';
import type {StateHistory} from './state-history.js';

/** Before the service handles the request, or after it did, when only the response is affected. */
export type When = 'before' | 'after-commit';

/** Why a wait ended: the time is over, the client left, or the sandbox is about to close. */
export type WaitEnd = 'over' | 'left' | 'closing';

/** The parts of HTTP that a fault can use. `src/http` implements this port. */
export interface FaultCall {
  readonly account: Account;
  readonly history: StateHistory | undefined;
  readonly when: When;
  /** For a kind with a limit: seconds of the account's clock until the next request is within it. */
  readonly seconds: number;
  /** Draws a number from 0 to 1, the same on every run; each salt gives another one. */
  chance(salt: number): number;
  wait(milliseconds: number): Promise<WaitEnd>;
  /** Lets the service handle the request. */
  serve(): Promise<void>;
  /** Lets the service handle the request on a copy of this state, which is dropped afterwards. */
  serveFrom(state: AccountState): Promise<void>;
  /** Sends no response; the fault ends the connection itself, or the client has left. */
  silence(): void;
  resetConnection(): void;
  endConnection(): void;
  sendError(error: ApiError): void;
  /** Sends an error in the words of the service. */
  sendStatus(status: number, description: string, headers: Readonly<Record<string, string>>): void;
  sendPage(status: number, html: string, headers?: Readonly<Record<string, string>>): void;
  titleOf(status: number): string | undefined;
  /** Sends the first bytes under the length of the whole, and ends the connection. */
  breakOff(bytesOf: (whole: number) => number): Promise<void>;
  /** Replaces the response by its first half. */
  halve(): Promise<void>;
  /** Sends the response in chunks, with a pause in milliseconds before each one. */
  dribble(chunk: number, pause: number): void;
}

/** A line of the console's select: the short form without its argument, an example of that, and a description. */
export type MenuLine = readonly [kind: string, argument: string, about: string];

/**
 * A kind of fault. To add one, write a file in `kinds` and add it to `fault-kinds.ts`; then run `npm run docs`. The files
 * load neither zod nor Node's modules: the command line and the console import them.
 */
export interface FaultKind<Fault extends object = object> {
  /** The field of a rule's `fault` that selects this kind. */
  readonly name: string;
  /** Schemas of that field, and of fields that go with it. All are optional in a rule. */
  fields(schemas: typeof ruleFields): Readonly<Record<string, FieldSchema>>;
  /** Parts of the value of which a rule gives exactly one. */
  readonly alternatives?: readonly string[];
  /** Returns a conflict between parts of the value. */
  conflict?(fault: Fault): {readonly field: string; readonly problem: string} | undefined;
  /** The argument of the short form; undefined for a kind without one. */
  readonly argument?: {readonly form: string; read(text: string): Fault | undefined};
  /** The fault and the time that this name is short for. */
  readonly alias?: {readonly fault: object; readonly when: When};
  readonly defaultWhen?: When;
  /** True if the fault happens at its own time, and a rule cannot choose. */
  readonly hasOwnTime?: true;
  readonly isForReadsOnly?: true;
  /** True if it needs earlier states of the account. */
  readonly needsHistory?: true;
  /** True if it holds a response for some time. */
  readonly isSlow?: true;
  /** Applies the fault only to requests of a key beyond this limit. */
  limit?(fault: Fault): {readonly n: number; readonly window: number};
  /** Acts where the service would handle the request. By default, the service does if `when` is `after-commit`. */
  applyBefore?(fault: Fault, call: FaultCall): Promise<void>;
  /** Changes the response. */
  applyAfter?(fault: Fault, call: FaultCall): void | Promise<void>;
  /** Short forms, object forms and the effect, as docs/faults.md shows them. */
  readonly docs: {readonly short: string; readonly object: string; readonly about: string};
  readonly menu: readonly MenuLine[];
}

/** A kind that is switched on by `true`. */
type Plain = Omit<FaultKind, 'fields' | 'docs' | 'menu' | 'argument'> & {
  readonly about: string;
  /** Defaults to `about`. */
  readonly menuAbout?: string;
};

/** Makes a kind without an argument: `reset`, `{"reset": true}`. */
export const plainKind = ({about, menuAbout = about, ...kind}: Plain): FaultKind => ({
  ...kind,
  fields: ({on}) => ({[kind.name]: on}),
  docs: {short: `\`${kind.name}\``, object: `\`{"${kind.name}": true}\``, about},
  menu: [[kind.name, '', menuAbout]],
});
