import {type LevelOptions, levelsOf} from '../../findings/levels.js';
import {refusedHosts} from '../../findings/rules/host-refused.js';
import {rules as allRules} from '../../findings/rules/index.js';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {version} from '../../version.js';
import type {CheckSummary} from './check/summary.js';
import type {InterceptionSummary} from './interception-summary.js';
import {type Check, countLevels, type FindingsGate, gateCheck, judge, type LevelCounts, outcomeOf} from './outcome.js';

export type RunReport = Awaited<ReturnType<typeof reportOn>>;

interface Run {
  readonly code: number;
  readonly gate: FindingsGate;
  readonly levels: LevelOptions;
  /** Other checks, in order of importance; they take precedence over the gate. */
  readonly checks?: readonly Check[];
  readonly intercept?: InterceptionSummary | undefined;
}

/** Reports on a run, for all accounts and sessions; independent of the machine and the time, except for `intercept`. */
export async function reportOn(
  sandbox: Pick<RunningSandbox, 'findings' | 'notExercised' | 'droppedFindings' | 'coverage' | 'overrides'>,
  {code, gate: options, levels, checks = [], intercept}: Run,
) {
  const refused = intercept === undefined ? [] : refusedHosts({hosts: intercept.hosts, reached: intercept});
  const findings = [...refused, ...(await sandbox.findings({all: true}))];
  const left = await sandbox.notExercised();
  const dropped = await sandbox.droppedFindings();
  const counts: LevelCounts = {...countLevels(findings), ...(dropped > 0 && {dropped})};
  const gate = judge(counts, options);
  const levelOf = levelsOf(levels);
  const on = allRules.filter(rule => levelOf(rule) !== 'off').map(({id}) => id);
  return {
    format: 1, // incremented by breaking changes
    version,
    exit: outcomeOf(code, [...checks, gateCheck(counts, gate)], counts),
    gate,
    counts, // of distinct findings, each with its own `count`
    findings,
    exercised: on.filter(id => !left.includes(id)),
    not_exercised: left, // no request matched these rules, so they did not pass
    coverage: await sandbox.coverage({all: true}),
    overrides: await sandbox.overrides(),
    check: null as CheckSummary | null,
    intercept: intercept ?? null,
  };
}
