import {isCaller} from '../preload/caller/frames.js';
import type {RuleId} from '../schema/catalog-names.js';
import type {Finding, Occurrence} from './finding.js';
import {callersOf, findingOf, type StoredFinding, withoutIndexes} from './merging.js';
import type {Mistake, OtherFinding} from './rule.js';

/** A mistake that a team accepts, and the reason. */
export interface Suppression {
  readonly rule: RuleId;
  readonly operation?: string;
  /** `/amount`, or the name of a parameter. */
  readonly pointer?: string;
  /** Any frame of the client's call chain: `src/import.ts`, or `src/import.ts:42`. */
  readonly caller?: string;
  readonly reason: string;
  /** The last day: `<YYYY-MM-DD>`. */
  readonly until?: string;
}

export const nameOfSuppression = ({rule, operation, pointer, caller}: Suppression): string =>
  [rule, operation, pointer, caller].filter(part => part !== undefined).join(' ');

/** Found in the suppressions file, so no request causes it. */
export const unusedSuppression = {
  id: 'unused-suppression',
  axis: 'suppressions',
  level: 'warn',
  what: 'An entry of `crm-sandbox.suppressions.json` hides no finding, or its last day is over.',
  why: 'Its mistake was fixed or renamed. The entry would hide the next mistake of that kind.',
  turnOff: 'Never: remove the entry. A run of some tests exercises only some mistakes, so give it no file.',
  wrong: '```json\n[{"rule": "zero-gift", "operation": "createGift", "reason": "mended long ago"}]\n```',
} as const satisfies OtherFinding;

type Suppressible = Pick<Finding, 'rule' | 'operation' | 'where' | 'caller'>;

const isMeant = ({rule, operation, pointer, caller}: Suppression, finding: Suppressible): boolean =>
  rule === finding.rule &&
  (operation === undefined || operation === finding.operation) &&
  (pointer === undefined || withoutIndexes(pointer) === withoutIndexes(finding.where)) &&
  (caller === undefined || (finding.caller.length > 0 && finding.caller.every(chain => isCaller(chain, caller))));

const at = {account: null, seq: 0, method: '', url: '', operation: 'suppressions'};

export class Suppressions {
  readonly #holding: readonly Suppression[];

  /** @param today `<YYYY-MM-DD>`, in the local calendar of the users */
  constructor(
    readonly all: readonly Suppression[],
    today: string,
  ) {
    this.#holding = all.filter(({until}) => until === undefined || until >= today);
  }

  hides(finding: Suppressible): boolean {
    return this.#holding.some(one => isMeant(one, finding));
  }

  /** Separates mistakes that a suppression hides by caller into their own finding, so that others remain visible. */
  apart(rule: string, mistake: Mistake, at: Occurrence): Mistake {
    const found = {rule, operation: at.operation, where: mistake.where, caller: callersOf(at)};
    const hiding = this.#holding.find(one => one.caller !== undefined && isMeant(one, found));
    return hiding === undefined
      ? mistake
      : {...mistake, cause: `${mistake.cause ?? mistake.where} ${nameOfSuppression(hiding)}`};
  }

  /** One finding for each suppression that matches none of these findings, or has expired. */
  unused(findings: readonly Suppressible[]): readonly StoredFinding[] {
    const {id, level} = unusedSuppression;
    const isUsed = (one: Suppression) => this.#holding.includes(one) && findings.some(finding => isMeant(one, finding));
    return this.all
      .filter(one => !isUsed(one))
      .map(one => {
        const where = nameOfSuppression(one);
        const problem = this.#holding.includes(one) ? 'hides nothing' : `ended with ${one.until}`;
        const fix = 'Take it out of crm-sandbox.suppressions.json, or bring its until forward.';
        return findingOf(id, level, {where, message: `the suppression of ${where} ${problem}`, fix}, at);
      });
  }
}
