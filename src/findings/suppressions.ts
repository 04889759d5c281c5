import type {Finding, Occurrence} from './finding.js';

/** A mistake that someone decided to live with, and why. */
export interface Suppression {
  /** The id of a rule. */
  readonly rule: string;
  /** Only those of this operation: `createGift`. */
  readonly operation?: string;
  /** Only those in this place: `/amount`, or the name of a parameter. */
  readonly pointer?: string;
  readonly reason: string;
  /** The last day on which it holds: `<YYYY-MM-DD>`. */
  readonly until?: string;
}

/** What of a finding a suppression goes by. */
type Told = Pick<Finding, 'rule' | 'operation' | 'where'>;

const isMeant = ({rule, operation, pointer}: Suppression, finding: Told): boolean =>
  rule === finding.rule &&
  (operation === undefined || operation === finding.operation) &&
  (pointer === undefined || pointer === finding.where);

/** The suppressions that hold, and those whose last day is over. */
export class Suppressions {
  readonly #holding: readonly Suppression[];
  readonly #all: readonly Suppression[];

  /** @param today `<YYYY-MM-DD>`, on the calendar of the people who wrote them */
  constructor(all: readonly Suppression[], today: string) {
    this.#all = all;
    this.#holding = all.filter(({until}) => until === undefined || until >= today);
  }

  hides(finding: Told): boolean {
    return this.#holding.some(one => isMeant(one, finding));
  }

  /** Those that hide none of these findings: they are over, or what they were for is mended. */
  unused(findings: readonly Told[]): Suppression[] {
    return this.#all.filter(one => !this.#holding.includes(one) || !findings.some(finding => isMeant(one, finding)));
  }

  isOver(suppression: Suppression): boolean {
    return !this.#holding.includes(suppression);
  }
}

/** No request made it. */
export const nowhere: Occurrence = {account: null, seq: 0, method: '', url: '', operation: 'suppressions'};
