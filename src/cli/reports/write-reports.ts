import {appendFileSync} from 'node:fs';
import {printError} from '../output/output.js';
import {writeNow} from '../output/write-file.js';
import type {FileReport, ReportTarget} from './options.js';
import type {RunReport} from './run-report.js';
import type {RunFiles} from './source-line.js';

type Write = (report: RunReport, files: RunFiles) => Promise<string>;

const writers: Readonly<Record<FileReport, Write>> = {
  json: async report => `${JSON.stringify(report, null, 2)}\n`,
  md: async report => (await import('./formats/markdown.js')).markdownReport(report),
  junit: async report => (await import('./formats/junit.js')).junitReport(report),
  sarif: async (report, files) =>
    `${JSON.stringify((await import('./formats/sarif.js')).sarifReport(report, files), null, 2)}\n`,
  html: async report => (await import('./formats/html/page.js')).htmlReport(report),
};

interface Telling {
  readonly targets: readonly ReportTarget[];
  readonly files: RunFiles;
  /** True without any report option: only a summary is printed. */
  readonly isShort: boolean;
  /** True if the log is JSON: messages become lines of that log. */
  readonly isJson: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Writes the requested reports, and those that a CI workflow displays by itself.
 * @throws CommandError if a file can't be written
 */
export async function tell(report: RunReport, {targets, files, isShort, isJson, environment}: Telling): Promise<void> {
  await tellOnStderr(report, isShort && !targets.some(({kind}) => kind === 'text'), isJson);
  const isWorkflow = environment['GITHUB_ACTIONS'] === 'true';
  if ((isWorkflow || targets.some(({kind}) => kind === 'github')) && report.findings.length > 0) {
    printError((await import('./formats/github.js')).githubAnnotations(report));
  }
  const summary = environment['GITHUB_STEP_SUMMARY'];
  if (isWorkflow && summary) {
    addTo(summary, await writers.md(report, files));
  }
  for (const target of targets) {
    if ('file' in target) {
      writeNow(target.file, await writers[target.kind](report, files));
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
