import {existsSync} from 'node:fs';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {CommandError, exitCodes} from '../command-error.js';
import type {LostAnswersSummary} from '../exec/lost-answers-summary.js';
import {configFileName} from '../options/config-file.js';
import {levelOptions} from '../options/start-options.js';
import {suppressionsFileName} from '../options/suppressions-file.js';
import {printError} from '../output/output.js';
import {type FailOn, gateOf, type ReportTarget} from './options.js';
import {type Check, outcomeOf} from './outcome.js';

interface Asked {
  readonly 'fail-on': FailOn | undefined;
  readonly 'max-warnings': number | undefined;
  readonly report: readonly ReportTarget[];
  /** True if the run was a check of lost responses, which prints its own report. */
  readonly 'lost-answers': boolean;
  readonly findings: Readonly<Record<string, string>>;
  readonly config: string | undefined;
  readonly suppressions: string | undefined;
}

export interface Ended {
  readonly code: number;
  readonly isJson: boolean;
  readonly lostAnswers?: LostAnswersSummary;
  /** The failed check of interception, if any. */
  readonly proof?: Check;
}

/** The failed checks in order of importance: nothing intercepted, then lost responses. */
const checksOf = ({lostAnswers, proof}: Ended): readonly Check[] => [
  proof,
  lostAnswers?.failed ? {code: exitCodes.lostAnswers, because: 'a lost answer did harm (--lost-answers)'} : undefined,
];

const ifThere = (file: string) => (existsSync(file) ? file : undefined);

/**
 * Reports on a run after its command has ended and its sandbox has closed. Without report options, it prints only if
 * the client sent requests to the service or was denied a host.
 * @returns the exit code; a report that can't be written is a failure only if nothing else failed
 */
export async function tellOfRun(
  sandbox: Pick<RunningSandbox, 'findings' | 'notExercised' | 'droppedFindings' | 'coverage' | 'interception'>,
  {config = ifThere(configFileName), suppressions = ifThere(suppressionsFileName), ...asked}: Asked,
  ended: Ended,
): Promise<number> {
  const {code, isJson, lostAnswers} = ended;
  const checks = checksOf(ended);
  const gate = gateOf(asked['fail-on'], asked['max-warnings']);
  const isAsked = gate.failOn !== undefined || asked.report.length > 0;
  if (!isAsked && (asked['lost-answers'] || !(await wasUsed(sandbox, asked.findings)))) {
    return outcomeOf(code, checks).code;
  }
  const {reportOn} = await import('./run-report.js');
  const {tell} = await import('./write-reports.js');
  const levels = levelOptions(asked.findings);
  const {interception} = sandbox;
  const report = await reportOn(sandbox, {code, gate, levels, checks, lostAnswers, interception});
  try {
    await tell(report, {
      targets: asked.report,
      files: {folder: process.cwd(), ...(config && {config}), ...(suppressions && {suppressions})},
      isShort: gate.failOn === undefined,
      isJson,
      environment: process.env,
    });
  } catch (error) {
    if (!(error instanceof CommandError)) {
      throw error;
    }
    printError(error.message);
    return report.exit.code || error.exitCode;
  }
  return report.exit.code;
}

async function wasUsed(
  sandbox: Pick<RunningSandbox, 'findings' | 'coverage' | 'interception'>,
  {preset, ...rules}: Asked['findings'],
): Promise<boolean> {
  if (preset === 'off' && Object.keys(rules).length === 0) {
    return false;
  }
  const [operations] = await sandbox.coverage({all: true});
  const {refused = {}} = sandbox.interception?.reached ?? {};
  return (
    operations!.exercised > 0 || Object.keys(refused).length > 0 || (await sandbox.findings({all: true})).length > 0
  );
}
