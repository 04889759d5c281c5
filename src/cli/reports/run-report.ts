import type {AxisCoverage} from '../../findings/coverage/report.js';
import type {Finding} from '../../findings/finding.js';
import {type LevelOptions, levelsOf} from '../../findings/levels.js';
import {type InterceptedRun, refusedHosts} from '../../findings/rules/host-refused.js';
import {rules as allRules} from '../../findings/rules/index.js';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {version} from '../../version.js';
import type {LostAnswersSummary} from '../lost-answers/summary.js';
import type {GateOptions} from './options.js';
import {type Check, type Counts, type GateResult, gateCheck, judge, type Outcome, outcomeOf} from './outcome.js';

/** What there is to tell of a run, over all its accounts and sessions. Nothing in it depends on the machine, or on when it was. */
export interface RunReport {
  /** Goes up where a reader of the last one would be wrong. */
  readonly format: 1;
  readonly version: string;
  /** What the run ended with, and which of all checks made it so. */
  readonly exit: Outcome;
  readonly gate: GateResult;
  /** How many different findings of each level; `count` of each says how often it was made. */
  readonly counts: Counts;
  readonly findings: readonly Finding[];
  /** The ids of the rules that are on and could judge. */
  readonly exercised: readonly string[];
  /** The ids of those that could not, because what they need did not happen: that is no pass. */
  readonly not_exercised: readonly string[];
  readonly coverage: readonly AxisCoverage[];
  /** What the command makes of lost answers; null where that was not asked. */
  readonly lost_answers: LostAnswersSummary | null;
}

interface Run {
  readonly code: number;
  readonly gate: GateOptions;
  readonly levels: LevelOptions;
  /** What else was looked at, from what counts most on; it counts more than the gate. */
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
  const counts = {...countsOf(findings), ...(dropped > 0 && {dropped})};
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

const countsOf = (findings: readonly Finding[]): Counts => ({
  error: findings.filter(({level}) => level === 'error').length,
  warn: findings.filter(({level}) => level === 'warn').length,
  info: findings.filter(({level}) => level === 'info').length,
});
