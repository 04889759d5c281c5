import {appendFileSync, existsSync} from 'node:fs';
import type {Reached} from '../../intercept/reach-counter.js';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {CommandError, exitCodes} from '../command-error.js';
import type {LostAnswersSummary} from '../exec/lost-answers-summary.js';
import {configFileName} from '../options/config-file.js';
import {levelOptions, type readExecOptions} from '../options/start-options.js';
import {suppressionsFileName} from '../options/suppressions-file.js';
import {printError} from '../output/output.js';
import {writeNow} from '../output/write-file.js';
import {fileFormats} from './options.js';
import {type Check, counted, gateOf, outcomeOf} from './outcome.js';
import type {RunReport} from './run-report.js';

type ExecOptions = ReturnType<typeof readExecOptions>;

export interface Ended {
  readonly code: number;
  readonly isJson: boolean;
  /** The result of the check of lost responses, which prints its own report. */
  readonly lostAnswers?: LostAnswersSummary;
}

/**
 * Reports on a run after its command has ended and its sandbox has closed. Without report options, it prints only if
 * the client sent requests to the service or was denied a host.
 * @returns the exit code; a report that can't be written is a failure only if nothing else failed
 */
export async function reportRun(sandbox: RunningSandbox, options: ExecOptions, ended: Ended): Promise<number> {
  const {code, isJson, lostAnswers} = ended;
  const {interception} = sandbox;
  const lost = {code: exitCodes.lostAnswers, because: 'a lost answer did harm (--lost-answers)'};
  const checks = [proofOf(interception, isJson), lostAnswers?.failed ? lost : undefined]; // in order of importance
  const gate = gateOf(options['fail-on'], options['max-warnings']);
  const isShort = gate.failOn === undefined && options.report.length === 0;
  if (isShort && (options['lost-answers'] || !(await wasUsed(sandbox, options.findings)))) {
    return outcomeOf(code, checks).code;
  }
  const {reportOn} = await import('./run-report.js');
  const levels = levelOptions(options.findings);
  const report = await reportOn(sandbox, {code, gate, levels, checks, lostAnswers, interception});
  try {
    await writeReports(report, options, isJson);
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

const ifThere = (file: string) => (existsSync(file) ? file : undefined);

/** Writes the requested reports, and those that a CI workflow displays by itself. @throws CommandError */
async function writeReports(report: RunReport, options: ExecOptions, isJson: boolean): Promise<void> {
  const {report: targets, config = ifThere(configFileName), suppressions = ifThere(suppressionsFileName)} = options;
  const kinds = new Set(targets.map(({kind}) => kind));
  const {exit, gate, counts} = report;
  if (isJson) {
    printError(JSON.stringify({event: 'report', exit, gate, counts}));
  } else {
    const {shortReport, textReport} = await import('./formats/text.js');
    printError(gate.fail_on === null && !kinds.has('text') ? shortReport(report) : textReport(report));
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

const mostHosts = 10;

/** Lists hosts by descending count: `one.example 3, other.example 1 (src/sync.ts:42)`. */
function hostLines(title: string, counts: Reached['refused'], lines: Reached['refused_at'] = {}): string[] {
  const all = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const shown = all.slice(0, mostHosts).map(([host, number]) => {
    const places = lines[host] ?? [];
    return `${host} ${number}${places.length > 0 ? ` (${places.join(', ')})` : ''}`;
  });
  const more = all.length > mostHosts ? [`and ${all.length - mostHosts} more`] : [];
  return all.length === 0 ? [] : [`crm-sandbox: ${title}: ${[...shown, ...more].join(', ')}`];
}

const missed =
  'Your command never reached the sandbox: it may have talked to the real service. These go their own way whatever the ' +
  "environment says: Python's aiohttp without trust_env=True, PHP's streams such as file_get_contents, and a JVM that ran " +
  'before. docs/intercept.md says what to do.';

function proofLines(hosts: readonly string[], reached: Reached): string[] {
  const {requests, others, refused, refused_at: lines} = reached;
  const {proxy, direct} = requests;
  const count = `${counted(proxy + direct, 'API request')} over ${hosts.join(', ')}`;
  return [
    `crm-sandbox: ${wasReached(reached) ? `${count}: ${proxy} through the proxy, ${direct} straight` : missed}`,
    ...hostLines('other hosts, through the proxy', others),
    ...hostLines('hosts that were refused', refused, lines),
  ];
}

/** Prints how clients reached intercepted hosts. @returns the failed check of a run without requests */
function proofOf(interception: RunningSandbox['interception'], isJson: boolean): Check {
  if (interception === undefined) {
    return undefined;
  }
  const {hosts, reached} = interception;
  const lines = isJson ? [JSON.stringify({intercept: {hosts, ...reached}})] : proofLines(hosts, reached);
  lines.forEach(printError);
  return wasReached(reached)
    ? undefined
    : {code: exitCodes.notIntercepted, because: 'the command never reached the sandbox (--intercept)'};
}

const wasReached = ({requests: {proxy, direct}}: Reached) => proxy + direct > 0;
