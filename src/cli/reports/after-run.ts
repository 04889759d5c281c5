import {appendFileSync, existsSync} from 'node:fs';
import {keepCheckPage} from '../../pages/last-check.js';
import type {AccountHandle} from '../../sandbox/account-handle.js';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {CommandError, exitCodes} from '../command-error.js';
import {configFileName} from '../options/config-file.js';
import {suppressionsFileName} from '../options/entries-file.js';
import {levelOptions, logsJson, type readCheckOptions, type readExecOptions} from '../options/start-options.js';
import {printError} from '../output/output.js';
import {writeNow} from '../output/write-file.js';
import type {CheckSummary} from './check/summary.js';
import {failedInterception, interceptionLines, summarize, type WithoutPreload} from './interception-summary.js';
import {fileFormats} from './options.js';
import {counted, gateCheck, gateOf, outcomeOf} from './outcome.js';
import type {RunReport} from './run-report.js';

type ExecOptions = ReturnType<typeof readExecOptions>;

export interface Ended {
  readonly code: number;
  readonly isJson: boolean;
  readonly withoutPreload?: WithoutPreload;
}

/**
 * Reports on a run after its command has ended and its sandbox has closed. Without report options, it prints only if
 * the client sent requests to the service or was denied a host.
 * @returns the exit code
 */
export async function reportRun(sandbox: RunningSandbox, options: ExecOptions, ended: Ended): Promise<number> {
  const {code, isJson, withoutPreload = null} = ended;
  const intercept = sandbox.interception && summarize(sandbox.interception, withoutPreload);
  const lines = intercept && (isJson ? [JSON.stringify({intercept})] : interceptionLines(intercept));
  lines?.forEach(printError);
  const checks = [intercept && failedInterception(intercept)];
  const gate = gateOf(options['fail-on'], options['max-warnings']);
  const isShort = gate.failOn === undefined && options.report.length === 0;
  if (isShort && !(await wasUsed(sandbox, options.findings))) {
    return outcomeOf(code, checks).code;
  }
  const {reportOn} = await import('./run-report.js');
  const levels = levelOptions(options.findings);
  const report = await reportOn(sandbox, {code, gate, levels, checks, intercept});
  return writeReports(report, options, isJson);
}

type CheckValues = ReturnType<typeof readCheckOptions>;

/** Reports on the run of a check without faults. */
export async function reportReference(sandbox: AccountHandle, options: CheckValues): Promise<RunReport> {
  const {reportOn} = await import('./run-report.js');
  const gate = gateOf(options['fail-on'], options['max-warnings']);
  return reportOn(sandbox, {code: exitCodes.ok, gate, levels: levelOptions(options.findings)});
}

/** Adds a check to the report on its run without faults, and prints it. @returns the exit code */
export function reportCheck(reference: RunReport, options: CheckValues, check: CheckSummary): Promise<number> {
  const {counts, gate} = reference;
  const bad = check.cases.filter(({is_bad}) => is_bad).length;
  const because = bad === 0 ? 'nothing was judged' : counted(bad, 'bad case');
  const checks = [
    check.interrupted ? {code: exitCodes.interrupted, because: 'the check was interrupted'} : undefined,
    check.failed ? {code: exitCodes.checks, because} : undefined,
    gateCheck(counts, gate),
  ]; // in order of importance
  const exit = outcomeOf(exitCodes.ok, checks, counts);
  const allowed = {code: exitCodes.ok, because: `--max-bad allows ${because}`};
  return writeReports(
    {...reference, check, exit: exit.code === 0 && bad > 0 ? allowed : exit},
    options,
    logsJson(options),
  );
}

/** @returns the exit code; an unwritable report is a failure only if nothing else failed */
async function writeReports(report: RunReport, options: ReportOptions, isJson: boolean): Promise<number> {
  try {
    await writeAll(report, options, isJson);
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
  {findings, coverage, interception}: RunningSandbox,
  {preset, ...rules}: ExecOptions['findings'],
): Promise<boolean> {
  if (preset === 'off' && Object.keys(rules).length === 0) {
    return false;
  }
  const [operations] = await coverage({all: true});
  const {refused = {}} = interception?.reached ?? {};
  return operations!.exercised > 0 || Object.keys(refused).length > 0 || (await findings({all: true})).length > 0;
}

type ReportOptions = Pick<ExecOptions, 'report' | 'config' | 'suppressions'>;

const ifThere = (file: string) => (existsSync(file) ? file : undefined);

/** Writes the requested reports, and those that CI workflows display automatically. @throws CommandError */
async function writeAll(report: RunReport, options: ReportOptions, isJson: boolean): Promise<void> {
  const {report: targets, config = ifThere(configFileName), suppressions = ifThere(suppressionsFileName)} = options;
  const kinds = new Set(targets.map(({kind}) => kind));
  const {exit, gate, counts, check} = report;
  if (isJson) {
    printError(JSON.stringify({event: 'report', exit, gate, counts, ...(check && {check})}));
  } else {
    const {shortReport, textReport} = await import('./formats/text.js');
    printError(gate.fail_on === null && !kinds.has('text') ? shortReport(report) : textReport(report));
  }
  if (check !== null) {
    keepCheckPage(await fileFormats.html(report));
  }
  const isWorkflow = process.env['GITHUB_ACTIONS'] === 'true';
  if ((isWorkflow || kinds.has('github')) && report.findings.length > 0) {
    printError((await import('./formats/github.js')).githubAnnotations(report));
  }
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (isWorkflow && summary) {
    addTo(summary, await fileFormats.md(report));
  }
  for (const target of targets) {
    if ('file' in target) {
      writeNow(target.file, await fileFormats[target.kind](report, {folder: process.cwd(), config, suppressions}));
    }
  }
}

/** A summary that cannot be written does not fail the run. */
function addTo(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    printError(`The summary of the step cannot be written: ${(error as Error).message}`);
  }
}
