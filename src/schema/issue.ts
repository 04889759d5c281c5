import {nameOf} from './fields.js';
import {nearest} from './nearest.js';

/** What kind of thing is wrong with a part of a request. */
export type IssueCode =
  /** A value of the wrong type or form, or one that cannot be taken here. */
  | 'invalid'
  /** A text that must say something. */
  | 'blank'
  /** A parameter or field that the operation does not have. */
  | 'unknown-parameter'
  | 'unknown-field'
  /** A name or an id that no record has. */
  | 'unknown-name'
  | 'unknown-id'
  /** A name beside an id of another record: the id counts. */
  | 'overruled';

/** One thing about a request that was refused, or that the service lets pass without a word. */
export interface Issue {
  readonly in: 'query' | 'body';
  readonly code: IssueCode;
  /** Where: `['email_addresses', 0, 'address']`; one element in a query. */
  readonly path: ReadonlyArray<string | number>;
  /** What is wrong, to be read behind the path: `must be a string, got 5`. */
  readonly message: string;
  /** What could be meant instead: the names that are known in this place. */
  readonly known?: readonly string[];
}

/** What there is to say of one request. */
export interface RequestIssues {
  /** Why it was refused; empty where it was not. */
  readonly refused: readonly Issue[];
  /** What was passed over, and changed nothing. */
  readonly ignored: readonly Issue[];
}

/** `email_addresses[0].address` */
function pathText(path: Issue['path']): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') {
      return `${text}[${step}]`;
    }
    return text === '' ? nameOf(step) : `${text}.${nameOf(step)}`;
  }, '');
}

/** One issue as a person reads it: `adress: unknown field; did you mean address?` */
export function describeIssue({code, path, message, known}: Issue): string {
  const near = known && nearest(String(path.at(-1)), known);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  // Observed, word for word: the service names the parameter, or the field, itself.
  return code === 'unknown-parameter' || code === 'blank'
    ? `${message}${hint}`
    : `${pathText(path)}: ${message}${hint}`;
}
