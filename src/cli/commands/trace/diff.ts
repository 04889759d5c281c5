import {realpathSync} from 'node:fs';
import {flag, UsageError} from '../../../sandbox/options/values.js';
import type {TraceDiff} from '../../../sandbox/trace/diff-traces.js';
import {jsonOption} from '../../client/connection.js';
import {command} from '../../command.js';
import {exitCodes} from '../../command-error.js';
import {checkExclusive} from '../../options/option-table.js';
import {orRefuse} from '../../output/write-file.js';
import {fileOption, withTrace} from './trace-file.js';

export const diff = command({
  usage: 'trace diff <main> <branch>',
  describe: 'Show the requests, records and findings that differ between two runs',
  options: {
    main: {...fileOption, describe: 'Trace of the run before the change'},
    branch: {...fileOption, describe: 'Trace of the run with the change'},
    md: {describe: 'Print Markdown, for a pull request', read: flag()},
    'exit-code': {describe: 'Exit with 5 if the runs differ', read: flag()},
    ...jsonOption,
  },
  examples: [
    ['trace diff main.trace.gz branch.trace.gz', 'the traffic before and after a change'],
    ['trace diff main.trace.gz branch.trace.gz --md --exit-code', 'for a pull request; exit code 5 if it differs'],
  ],
  run: async ({main = '', branch = '', md, json, 'exit-code': hasCode}) => {
    checkExclusive({'--md': md, '--json': json});
    const diff = await diffFiles(main, branch);
    const {diffMarkdown, diffText} = await import('../../reports/trace-diff.js');
    process.exitCode = hasCode && diff.differs ? exitCodes.verification : exitCodes.ok;
    return [diff, (md ? diffMarkdown : diffText)(diff)];
  },
});

/** @throws UsageError for the same file twice, CommandError for an incomplete trace */
export async function diffFiles(...files: readonly [main: string, branch: string]): Promise<TraceDiff> {
  const [main, branch] = files;
  if (orRefuse(() => realpathSync(main) === realpathSync(branch))) {
    throw new UsageError(
      `${branch} and ${main} are the same file: give the traces of two runs, before the change and with it`,
    );
  }
  const {diffRuns} = await import('../../../sandbox/trace/diff-traces.js');
  const {readRun} = await import('../../../sandbox/trace/read-run.js');
  const {catalog} = await import('../../../resources/index.js');
  const read = (file: string) => withTrace(file, trace => readRun(trace, catalog));
  return diffRuns([await read(main), await read(branch)]);
}
