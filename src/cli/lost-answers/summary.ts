import type {WrongRecord} from '../../faults/lost-answers/compare-states.js';
import type {Case, CheckResult} from '../../sandbox/lost-answers/check.js';
import {faultOf} from '../../sandbox/lost-answers/lose-answer.js';
import {isGood, type Verdict} from '../../sandbox/lost-answers/verdict.js';

/** What each verdict says of the client. */
export const meanings: Readonly<Record<Verdict, string>> = {
  healed: 'all is as without the lost answer',
  reported: 'the command failed, and nothing wrong was kept',
  duplicated: 'the write was made twice',
  lost: 'the command succeeded, and a write is missing',
  corrupt: 'what was kept has other values',
  hung: 'the command did not end',
  'not reached': 'the command never sent this request again, so that nothing is known',
};

/** What became of one lost answer. */
export interface LostAnswerCase {
  readonly operation: string;
  /** Which request of the operation it was, from 1 on. */
  readonly nth: number;
  readonly method: string;
  /** As requested, without a key. */
  readonly url: string;
  /** The place in the client's code, as far as it told it. */
  readonly caller: string | null;
  readonly verdict: Verdict;
  /** Whether that is worse than an error. */
  readonly is_wrong: boolean;
  /** What is not as it is without the fault, in a few words each. */
  readonly wrong: readonly string[];
  /** The rule that loses this answer: `createGift#2:lost`. */
  readonly fault: string;
}

/** A check of lost answers, for a program. Nothing in it depends on the machine, or on when it was. */
export interface LostAnswersSummary {
  /** Whether more cases are wrong than may be. */
  readonly failed: boolean;
  /** In the order in which the command asked. */
  readonly cases: readonly LostAnswerCase[];
  /** The rules of those that the budget left no time for. */
  readonly skipped: readonly string[];
  /** How many requests were refused without any fault, by status: those are not tried. */
  readonly refused: Readonly<Record<string, number>>;
}

/** @param allowed how many cases may be wrong */
export function summaryOf({cases, skipped, refused}: CheckResult, allowed: number): LostAnswersSummary {
  const shown = cases.map(caseOf);
  return {
    failed: shown.filter(({is_wrong}) => is_wrong).length > allowed,
    cases: shown,
    skipped: skipped.map(faultOf),
    refused: Object.fromEntries([...refused].sort()),
  };
}

function caseOf({call, verdict, differences}: Case): LostAnswerCase {
  const {operation, nth, method, url, caller = null} = call;
  const wrong = [
    ...differences.duplicated.map(record => wordsOf('more than once', record)),
    ...differences.corrupt.map(record => wordsOf('other than it should be', record)),
    ...differences.lost.map(record => wordsOf('missing', record)),
  ];
  return {operation, nth, method, url, caller, verdict, is_wrong: !isGood(verdict), wrong, fault: faultOf(call)};
}

/** Longer values are cut. Characters. */
const longest = 160;

function wordsOf(what: string, {kind, expected, found}: WrongRecord): string {
  const says = Object.entries(found ?? expected ?? {}).filter(([name, value]) => !isUsual(name, value));
  const text = JSON.stringify(Object.fromEntries(says));
  return `${kind}, ${what}: ${text.length > longest ? `${text.slice(0, longest)}…` : text}`;
}

/** What a person needs not read to know which record it is: what nobody set, and when it was written. */
const isUsual = (name: string, value: unknown): boolean =>
  !value || (Array.isArray(value) && value.length === 0) || name === 'created_at' || name === 'updated_at';
