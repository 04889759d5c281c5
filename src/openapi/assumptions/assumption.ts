/** The location of a decision in the API. An omitted field does not restrict it. */
export interface AssumptionScope {
  /** Ids of operations; if omitted, all operations that have the other named parts. */
  readonly operations?: readonly string[];
  readonly parameters?: readonly string[];
  readonly body?: readonly string[];
  /** Fields of the response, or of the items of a list. */
  readonly reply?: readonly string[];
  readonly statuses?: readonly number[];
}

interface Point {
  /** The point on which the contract is silent. */
  readonly point: string;
  /** The sandbox's behavior. */
  readonly does: string;
  readonly places: readonly AssumptionScope[];
}

/** The service's behavior is unknown; the sandbox chose one. */
interface Decided extends Point {
  readonly grade: 'decided';
}

/** The sandbox chose a behavior, and an option changes it. */
export interface Switch extends Point {
  readonly grade: 'switch';
  /** The option of `start` that changes it, as typed. */
  readonly option: string;
  /** The behavior with the option. */
  readonly turned: string;
  /** The evidence for a switch that is no assumption; defaults to `assumed`. */
  readonly known?: 'observed' | 'declared';
}

/** A point on which the contract is silent: a row of `docs/reference/assumptions.md`. */
export type Assumption = Decided | Switch;

/** Related assumptions: a table of `docs/reference/assumptions.md`. */
export interface Section {
  readonly title: string;
  /** Text above the table. */
  readonly intro?: string;
  readonly assumptions: readonly Assumption[];
}

export const decided = (point: string, does: string, ...places: readonly AssumptionScope[]): Assumption => ({
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
