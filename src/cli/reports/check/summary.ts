import {
  type CheckCase,
  type CheckKind,
  type CheckResult,
  checkNames,
  isUnknown,
  type Site,
  type Verdict,
  verdicts,
} from '../../../sandbox/check/types.js';
import {shellWord} from '../../output/format.js';
import {counted} from '../outcome.js';
import {fixOf, harmOf, repeatText} from './harm.js';

export type CheckSummary = ReturnType<typeof summaryOf>;

export type CaseSummary = ReturnType<typeof caseOf>;

export type SiteSummary = CheckSummary['sites'][number];

/**
 * The result of a check in machine-readable form. It depends neither on the machine nor on the time.
 * @param repeating the command that repeats a case, without the case's id
 */
export function summaryOf(result: CheckResult, repeating: (id: string) => string, isInterrupted = false) {
  const cases = result.cases
    .map(one => caseOf(one, repeating(one.id)))
    .sort((one, other) => rankOf(one) - rankOf(other));
  return {
    failed: result.failed,
    interrupted: isInterrupted,
    harm: headline(cases, result.failed),
    counts: Object.fromEntries(countVerdicts(cases)) as Readonly<Partial<Record<Verdict, number>>>,
    cases, // the worst first
    sites: [
      ...result.sites.map(({isWrite: _, ...site}, index) => siteOf(site, result, index)),
      ...(result.cases.some(({site}) => site === null) ? [siteOf(wholeRun, result, null)] : []),
    ],
    pruned: result.sites.reduce((sum, site) => sum + site.pruned, 0),
    skipped: result.skipped, // trials omitted because of the time budget or an interruption
    volatile: result.volatile, // values that differ between runs without faults
    rerunnable: result.isRerunnable,
    unused_cases: result.unusedCases, // entries of the file of known cases without a match
  };
}

/** Cases that count come first, then other bad ones; `verdicts` determines the order within both. */
const rankOf = ({is_bad, verdict}: CaseSummary) => (is_bad ? 0 : verdicts.length) + severity.indexOf(verdict);

const severity: readonly Verdict[] = [...verdicts.slice(2), 'reported', 'healed'];

const countVerdicts = (cases: ReadonlyArray<Pick<CheckCase, 'verdict'>>) =>
  severity.flatMap(verdict => {
    const count = cases.filter(one => one.verdict === verdict).length;
    return count === 0 ? [] : [[verdict, count] as const];
  });

/** `1 duplicated, 2 healed` */
export const countsOfCases = (cases: ReadonlyArray<Pick<CheckCase, 'verdict'>>): string =>
  countVerdicts(cases)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ');

function headline(cases: readonly CaseSummary[], isFailed: boolean): string {
  const [worst] = cases;
  const judged = cases.filter(({verdict}) => !isUnknown(verdict));
  if (worst?.is_bad) {
    return worst.harm;
  }
  return isFailed || judged.length === 0 // `twice` alone is not enough
    ? 'Nothing was judged, so that nothing is known.'
    : `No harm that counts in ${counted(judged.length, 'trial')}: ${countsOfCases(judged)}.`;
}

function caseOf(one: CheckCase, command: string) {
  const {call, isBad, steps, repeat, trace, ...facts} = one;
  return {
    ...facts,
    is_bad: isBad,
    operation: call?.operation ?? null,
    request: call && `${call.method} ${call.url}`,
    caller: call?.caller ?? null,
    nth: call?.nth ?? null,
    harm: harmOf(one),
    steps: steps.map(({isStored, ...step}) => ({...step, is_stored: isStored})),
    repeat: repeat && repeatText(repeat),
    fix: fixOf(one),
    command,
    trace: trace === null ? null : {file: trace, command: `crm-sandbox trace open ${shellWord(trace)}`},
  };
}

type SiteFacts = Omit<Site, 'isWrite'>;

const nothing = {keys: '', start: 'given', calls: 0, pruned: 0, untried: {}} as const;

const wholeRun: SiteFacts = {...nothing, caller: null, operation: 'the whole run'};

function siteOf({untried, ...facts}: SiteFacts, {cases, skipped}: CheckResult, index: number | null) {
  const cell = (check: CheckKind) => {
    const here = cases.filter(one => one.check === check && one.site === index);
    const judged = here.filter(({verdict}) => !isUnknown(verdict));
    const unknown = here.filter(({verdict}) => isUnknown(verdict));
    const reasons = unknown.map(({verdict, reason}) => (reason === null ? verdict : `${verdict}: ${reason}`));
    const texts = [
      ...(judged.length === 0 ? [] : [countsOfCases(judged)]),
      ...new Set([...reasons, ...[untried[check] ?? []].flat()]),
    ];
    const isElsewhere = cases.some(one => one.check === check && (one.site === null) !== (index === null));
    const left = isElsewhere ? `tried for ${index === null ? 'each call' : 'the whole run'}` : 'not tried';
    const text = texts.join('; ') || (skipped.length > 0 && !isElsewhere ? 'not tried, or left out' : left);
    return {text, is_bad: here.some(({isBad}) => isBad), tried: here.length};
  };
  const cells = Object.fromEntries(checkNames.map(check => [check, cell(check)]));
  return {...facts, cells: cells as Readonly<Record<CheckKind, ReturnType<typeof cell>>>};
}
