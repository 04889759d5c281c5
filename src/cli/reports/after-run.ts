import {appendFileSync, existsSync} from 'node:fs';
import type {Interception} from '../../intercept/interception.js';
import type {Reached} from '../../intercept/reach-counter.js';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {CommandError, exitCodes} from '../command-error.js';
import type {LostAnswersSummary} from '../exec/lost-answers-summary.js';
import {configFileName} from '../options/config-file.js';
import {levelOptions} from '../options/start-options.js';
import {suppressionsFileName} from '../options/suppressions-file.js';
import {printError} from '../output/output.js';
import {writeNow} from '../output/write-file.js';
import {fileFormats, type ReportTarget} from './options.js';
import {type Check, counted, type FailOn, gateOf, outcomeOf} from './outcome.js';
import type {RunReport} from './run-report.js';
import type {RunFiles} from './source-line.js';

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
  const levels = levelOptions(asked.findings);
  const {interception} = sandbox;
  const report = await reportOn(sandbox, {code, gate, levels, checks, lostAnswers, interception});
  try {
    await tell(report, {
      targets: asked.report,
      files: {folder: process.cwd(), ...(config && {config}), ...(suppressions && {suppressions})},
      isShort: gate.failOn === undefined,
      isJson,
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

interface ReportRequest {
  readonly targets: readonly ReportTarget[];
  readonly files: RunFiles;
  /** True without any report option: only a summary is printed. */
  readonly isShort: boolean;
  /** True if the log is JSON: messages become lines of that log. */
  readonly isJson: boolean;
}

/**
 * Writes the requested reports, and those that a CI workflow displays by itself.
 * @throws CommandError if a file can't be written
 */
async function tell(report: RunReport, {targets, files, isShort, isJson}: ReportRequest): Promise<void> {
  await tellOnStderr(report, isShort && !targets.some(({kind}) => kind === 'text'), isJson);
  const isWorkflow = process.env['GITHUB_ACTIONS'] === 'true';
  if ((isWorkflow || targets.some(({kind}) => kind === 'github')) && report.findings.length > 0) {
    printError((await import('./formats/github.js')).githubAnnotations(report));
  }
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (isWorkflow && summary) {
    addTo(summary, await fileFormats.md(report));
  }
  for (const target of targets) {
    if ('file' in target) {
      writeNow(target.file, await fileFormats[target.kind](report, files));
    }
  }
}

async function tellOnStderr(report: RunReport, isShort: boolean, isJson: boolean): Promise<void> {
  if (isJson) {
    const {exit, gate, counts} = report;
    printError(JSON.stringify({event: 'report', exit, gate, counts}));
    return;
  }
  const {shortReport, textReport} = await import('./formats/text.js');
  printError(isShort ? shortReport(report) : textReport(report));
}

/** A summary that cannot be written does not fail the run. */
function addTo(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    printError(`The summary of the step cannot be written: ${(error as Error).message}`);
  }
}

const mostHosts = 10;

/** Lists hosts by descending count: `one.example 3, other.example 1 (src/sync.ts:42)`. */
function hostsText(counts: Reached['refused'], lines: Reached['refused_at'] = {}): string {
  const all = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const told = all.slice(0, mostHosts).map(([host, number]) => `${host} ${number}${linesText(lines[host])}`);
  const left = all.length - told.length;
  return [...told, ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

const linesText = (lines: readonly string[] = []) => (lines.length > 0 ? ` (${lines.join(', ')})` : '');

const missed =
  'Your command never reached the sandbox: it may have talked to the real service. These go their own way whatever the ' +
  "environment says: Python's aiohttp without trust_env=True, PHP's streams such as file_get_contents, and a JVM that ran " +
  'before. docs/intercept.md says what to do.';

const told = (hosts: readonly string[], {requests: {proxy, direct}}: Reached): string =>
  `${counted(proxy + direct, 'API request')} over ${hosts.join(', ')}: ${proxy} through the proxy, ${direct} straight`;

function proofLines(hosts: readonly string[], reached: Reached, isJson: boolean): string[] {
  if (isJson) {
    return [JSON.stringify({intercept: {hosts, ...reached}})];
  }
  const {others, refused, refused_at: lines} = reached;
  return [
    ...(wasReached(reached) ? [`crm-sandbox: ${told(hosts, reached)}`] : [`crm-sandbox: ${missed}`]),
    ...(Object.keys(others).length > 0 ? [`crm-sandbox: other hosts, through the proxy: ${hostsText(others)}`] : []),
    ...(Object.keys(refused).length > 0 ? [`crm-sandbox: hosts that were refused: ${hostsText(refused, lines)}`] : []),
  ];
}

/**
 * Prints the counts of requests and denied hosts, if hosts were intercepted.
 * @returns the failed check of a run without requests
 */
export function proofOf(interception: Pick<Interception, 'hosts' | 'reached'> | undefined, isJson: boolean): Check {
  if (interception === undefined) {
    return undefined;
  }
  const {hosts, reached} = interception;
  proofLines(hosts, reached, isJson).forEach(printError);
  return wasReached(reached)
    ? undefined
    : {code: exitCodes.notIntercepted, because: 'the command never reached the sandbox (--intercept)'};
}

const wasReached = ({requests: {proxy, direct}}: Reached) => proxy + direct > 0;
