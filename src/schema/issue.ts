import {nameOf} from './fields.js';
import {nearest} from './nearest.js';

export type IssueCode =
  /** A value of the wrong type or form, or one that is not allowed here. */
  | 'invalid'
  /** An empty text where one is required. */
  | 'blank'
  /** A parameter or field that the operation does not support. */
  | 'unknown-parameter'
  | 'unknown-field'
  /** A name or an id without a record. */
  | 'unknown-name'
  | 'unknown-id'
  /** A name next to an id of another record: the id takes precedence. */
  | 'overruled'
  /** Counts further issues of one kind in one place. */
  | 'more';

/** A part of a request that the service rejects or ignores. */
export interface Issue {
  readonly in: 'query' | 'body';
  readonly code: IssueCode;
  /** `['email_addresses', 0, 'address']`; a single element for a query parameter. */
  readonly path: ReadonlyArray<string | number>;
  /** Continues the path: `must be a string, got 5`. */
  readonly message: string;
  /** The names that are valid here. */
  readonly known?: readonly string[];
  /** With the code `more`: the kind and number of the issues that it counts. Its path is that of their parent. */
  readonly more?: {readonly code: IssueCode; readonly count: number};
}

/** The issues of one request: the first 20 of each kind in each place, followed by one that counts the rest. */
export interface RequestIssues {
  /** The reasons why the request was rejected. */
  readonly refused: readonly Issue[];
  readonly ignored: readonly Issue[];
}

/** The number of issues, including those that are only counted. */
export const countIssues = (issues: readonly Issue[]): number =>
  issues.reduce((sum, {more}) => sum + (more?.count ?? 1), 0);

/** `email_addresses[0].address` */
const pathText = (path: Issue['path']): string =>
  path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${nameOf(step)}`))
    .join('')
    .replace(/^\./, '');

/** Formats an issue for people: `adress: unknown field; did you mean address?` */
export function describeIssue({code, path, message, known}: Issue): string {
  const near = known && nearest(String(path.at(-1)), known);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  // Observed, word for word: the service itself names the parameter or the field.
  return code === 'unknown-parameter' || code === 'blank' || code === 'more'
    ? `${message}${hint}`
    : `${pathText(path)}: ${message}${hint}`;
}
