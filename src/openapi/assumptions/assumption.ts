/** Where in the interface a decision shows. What is left out is not narrowed down. */
export interface Place {
  /** Ids of operations; all that have what else is named, where they are left out. */
  readonly operations?: readonly string[];
  /** Query parameters. */
  readonly parameters?: readonly string[];
  /** Fields of the body. */
  readonly body?: readonly string[];
  /** Fields of the reply, or of the items of a list. */
  readonly reply?: readonly string[];
  readonly statuses?: readonly number[];
}

interface Point {
  /** What the contract does not say. */
  readonly point: string;
  /** What the sandbox does there. */
  readonly does: string;
  readonly places: readonly Place[];
}

/** Nobody knows what the service does; the sandbox chose. */
interface Decided extends Point {
  readonly grade: 'decided';
}

/** The sandbox chose, and can be told to choose otherwise. */
export interface Switch extends Point {
  readonly grade: 'switch';
  /** The option of `start` that turns it, as it could be typed. */
  readonly option: string;
  /** What the sandbox does then. */
  readonly turned: string;
  /** How well that is known, of a switch that is no assumption; `assumed` where it is left out. */
  readonly known?: 'observed' | 'declared';
}

/** One point where the contract is silent: a row of `docs/assumptions.md`. */
export type Assumption = Decided | Switch;

/** What belongs together: a table of `docs/assumptions.md`. */
export interface Section {
  readonly title: string;
  /** Stands above the table. */
  readonly intro?: string;
  readonly assumptions: readonly Assumption[];
}

export const decided = (point: string, does: string, ...places: readonly Place[]): Assumption => ({
  grade: 'decided',
  point,
  does,
  places,
});

export const switched = ({places = [], ...row}: Omit<Switch, 'grade' | 'places'> & Partial<Switch>): Assumption => ({
  ...row,
  grade: 'switch',
  places,
});
