import {path} from '../../../sandbox/options/values.js';
import {jsonOption} from '../../client/connection.js';
import {command} from '../../command.js';
import {CommandError} from '../../command-error.js';
import {fileError} from '../../file-error.js';
import {readWhole} from '../../files.js';
import {holds, table} from '../../output/format.js';

const fileOption = {describe: 'Snapshot file', read: path} as const;

export const inspect = command({
  usage: 'snapshot inspect <file>',
  describe: 'Show the contents of a snapshot file; needs no sandbox',
  options: {file: fileOption, ...jsonOption},
  examples: [['snapshot inspect before.json', 'its seed, its clock and its record counts']],
  run: async ({file = ''}) => {
    const report = await readFile(file);
    return [report, table(rowsOf(report))];
  },
});

export const validate = command({
  usage: 'snapshot validate <file>',
  describe: 'Check that a snapshot file can be loaded; exits with 1 if it cannot',
  options: {file: fileOption, ...jsonOption},
  examples: [['snapshot validate before.json', 'every record is checked']],
  run: async ({file = ''}) => {
    const report = await readFile(file);
    return [{file: report.file, valid: true}, `${report.file} can be loaded: ${holds(report.counts)}`];
  },
});

function rowsOf({file, seed, clock, checksum, counts}: Awaited<ReturnType<typeof readFile>>) {
  const at = clock.mode === 'frozen' ? `, at ${new Date(clock.at).toISOString()}` : '';
  return Object.entries({
    file,
    seed,
    clock: `${clock.mode}${at}`,
    checksum: checksum ?? 'none: the file was edited',
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  });
}

/** Reads a snapshot file like `start`, without a sandbox. @throws CommandError that describes the mistake */
async function readFile(file: string) {
  const bytes = await readWhole(file);
  const {readSnapshot} = await import('../../../persistence/snapshot/snapshot-format.js');
  const {catalog} = await import('../../../resources/index.js');
  try {
    const {state, seed, checksum = null} = await readSnapshot(bytes, catalog.schema);
    const counts = Object.fromEntries(Array.from(state.records.collections, ([name, {size}]) => [name, size]));
    return {file, seed, clock: state.clock, checksum, counts};
  } catch (error) {
    const refused = fileError(error);
    throw refused === undefined ? error : new CommandError(`${file}: ${refused.message}`);
  }
}
