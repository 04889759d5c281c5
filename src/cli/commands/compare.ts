import {flag, path, UsageError} from '../../sandbox/options/values.js';
import {jsonOption} from '../client/connection.js';
import {command} from '../command.js';
import {CommandError, exitCodes} from '../command-error.js';
import {fileError} from '../file-error.js';
import {printError} from '../output/output.js';
import {showWork} from '../output/progress.js';
import {writeNow} from '../output/write-file.js';

export const compare = command({
  usage: 'compare <recording>',
  describe: 'Show where recorded responses of the service differ from the sandbox, without any values',
  options: {
    recording: {describe: 'An HTTP Archive (HAR) of requests to the service, or a trace', read: path},
    md: {describe: 'Print Markdown', read: flag()},
    values: {describe: 'Show the values of differences, on a terminal only', read: flag()},
    'write-overrides': {
      describe: 'A file that gets overrides for unknown results without personal fields; start --overrides reads it',
      read: path,
    },
    ...jsonOption,
  },
  examples: [
    ['compare recording.har', 'exit code 5 if a result is unknown'],
    ['compare recording.har --write-overrides overrides.json', 'then: crm-sandbox start --overrides overrides.json'],
  ],
  run: async ({recording = '', md, json, values, 'write-overrides': file}) => {
    checkOptions({md, json, values}, process.stdout.isTTY);
    const comparison = await compareFile(recording);
    const {comparisonMarkdown, comparisonReport, comparisonText} = await import('../reports/comparison.js');
    const report = comparisonReport(comparison);
    const {same, known, unknown} = report.counts;
    if (file !== undefined) {
      const {overridesOf} = await import('../../sandbox/compare/overrides.js');
      const overrides = overridesOf(comparison.results);
      writeNow(file, `${JSON.stringify(overrides, undefined, 2)}\n`);
      printError(`${file} holds ${overrides.length} overrides`);
    }
    process.exitCode = unknown > 0 ? exitCodes.verification : exitCodes.ok;
    if (same + known + unknown === 0) {
      process.exitCode = exitCodes.failure;
      printError('Nothing was compared: no request of the recording has a comparable response');
    }
    return [report, md ? comparisonMarkdown(report) : comparisonText(report, values ? comparison : undefined)];
  },
});

type Forms = Readonly<Record<'md' | 'json' | 'values', boolean>>;

/** @throws UsageError for options that exclude each other */
export function checkOptions({md, json, values}: Forms, isTerminal: boolean): void {
  if (md && json) {
    throw new UsageError('--md and --json are mutually exclusive: give one of them');
  }
  if (values && (md || json || !isTerminal)) {
    throw new UsageError('--values shows personal data on a terminal only: omit --md, --json and any redirection');
  }
}

/** @throws CommandError that never quotes the file */
async function compareFile(file: string) {
  const {readRecording} = await import('../../exchanges/recording/read-recording.js');
  const {RecordingError} = await import('../../exchanges/recording/recorded-exchange.js');
  const {TraceError} = await import('../../exchanges/trace/read-trace.js');
  const {compareRecording} = await import('../../sandbox/compare/compare-recording.js');
  const {catalog} = await import('../../resources/index.js');
  const progress = showWork('comparing');
  try {
    return await compareRecording(await readRecording(file), catalog, progress.update);
  } catch (error) {
    if (error instanceof RecordingError || error instanceof TraceError) {
      throw new CommandError(error.message);
    }
    throw fileError(error) ?? error;
  } finally {
    progress.stop();
  }
}
