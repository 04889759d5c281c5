import type {AxisCoverage} from '../../findings/coverage/report.js';
import type {Finding} from '../../findings/finding.js';
import {type LevelOptions, levelsOf} from '../../findings/levels.js';
import {type InterceptedRun, refusedHosts} from '../../findings/rules/host-refused.js';
import {rules as allRules} from '../../findings/rules/index.js';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {version} from '../../version.js';
import type {LostAnswersSummary} from '../exec/lost-answers-summary.js';
import {
  type Check,
  countLevels,
  type ExitReason,
  type FindingsGate,
  type GateResult,
  gateCheck,
  judge,
  type LevelCounts,
  outcomeOf,
} from './outcome.js';

/** The report on a run, across all accounts and sessions. It depends neither on the machine nor on the time. */
export interface RunReport {
  /** Incremented by breaking changes to the format. */
  readonly format: 1;
  readonly version: string;
  readonly exit: ExitReason;
  readonly gate: GateResult;
  /** The number of distinct findings per level; each finding's `count` holds its occurrences. */
  readonly counts: LevelCounts;
  readonly findings: readonly Finding[];
  readonly exercised: readonly string[];
  /** The ids of the rules that were not exercised, because no request matched them. They did not pass. */
  readonly not_exercised: readonly string[];
  readonly coverage: readonly AxisCoverage[];
  /** The check of lost responses; null if it was not run. */
  readonly lost_answers: LostAnswersSummary | null;
}

interface Run {
  readonly code: number;
  readonly gate: FindingsGate;
  readonly levels: LevelOptions;
  /** Other checks, in order of importance; they take precedence over the gate. */
  readonly checks?: readonly Check[];
  readonly lostAnswers?: LostAnswersSummary | undefined;
  readonly interception?: InterceptedRun | undefined;
}

export async function reportOn(
  sandbox: Pick<RunningSandbox, 'findings' | 'notExercised' | 'droppedFindings' | 'coverage'>,
  {code, gate: asked, levels, checks = [], lostAnswers, interception}: Run,
): Promise<RunReport> {
  const refused = interception === undefined ? [] : refusedHosts(interception);
  const findings = [...refused, ...(await sandbox.findings({all: true}))];
  const left = await sandbox.notExercised();
  const dropped = await sandbox.droppedFindings();
  const counts = {...countLevels(findings), ...(dropped > 0 && {dropped})};
  const gate = judge(counts, asked);
  const levelOf = levelsOf(levels);
  const on = allRules.filter(rule => levelOf(rule) !== 'off').map(({id}) => id);
  return {
    format: 1,
    version,
    exit: outcomeOf(code, [...checks, gateCheck(counts, gate)]),
    gate,
    counts,
    findings,
    exercised: on.filter(id => !left.includes(id)),
    not_exercised: left,
    coverage: await sandbox.coverage({all: true}),
    lost_answers: lostAnswers ?? null,
  };
}
