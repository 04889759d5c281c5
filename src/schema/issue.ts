import {nameOf} from './fields.js';
import {nearest} from './nearest.js';

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
  | 'overruled'
  /** Stands for further issues of one kind in one place, which are only counted. */
  | 'more';

/** A part of a request that the service refuses or ignores. */
export interface Issue {
  readonly in: 'query' | 'body';
  readonly code: IssueCode;
  /** `['email_addresses', 0, 'address']`; one element in a query. */
  readonly path: ReadonlyArray<string | number>;
  /** Continues the path: `must be a string, got 5`. */
  readonly message: string;
  /** The names that are known in this place. */
  readonly known?: readonly string[];
  /** With the code `more`: the kind of the issues that it stands for, and their number. Its path is that of their parent. */
  readonly more?: {readonly code: IssueCode; readonly count: number};
}

/** The issues of one request: the first 20 of each kind in each place, and behind them one for the rest. */
export interface RequestIssues {
  /** The reasons for which the request was refused. */
  readonly refused: readonly Issue[];
  /** The parts that the service ignored. */
  readonly ignored: readonly Issue[];
}

/** The number of issues in a list, with those that are only counted. */
export const countIssues = (issues: readonly Issue[]): number =>
  issues.reduce((sum, {more}) => sum + (more?.count ?? 1), 0);

/** `email_addresses[0].address` */
const pathText = (path: Issue['path']): string =>
  path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${nameOf(step)}`))
    .join('')
    .replace(/^\./, '');

/** One issue as a person reads it: `adress: unknown field; did you mean address?` */
export function describeIssue({code, path, message, known}: Issue): string {
  const near = known && nearest(String(path.at(-1)), known);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  // Observed, word for word: the service names the parameter, or the field, itself.
  return code === 'unknown-parameter' || code === 'blank' || code === 'more'
    ? `${message}${hint}`
    : `${pathText(path)}: ${message}${hint}`;
}
