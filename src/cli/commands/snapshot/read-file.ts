import type {ReadSnapshot} from '../../../persistence/snapshot/snapshot-format.js';
import {CommandError} from '../../command-error.js';
import {fileError} from '../../files/file-error.js';
import {readWhole} from '../../files/read-json-file.js';
import type {Counts} from '../../output/format.js';

export interface FileReport {
  readonly file: string;
  readonly seed: number;
  readonly clock: ReadSnapshot['state']['clock'];
  readonly checksum: string | null;
  readonly counts: Counts;
}

/** Reads a snapshot file as a start does, without a sandbox. @throws CommandError that describes the mistake */
export async function readFile(file: string): Promise<FileReport> {
  const bytes = await readWhole(file);
  const {readSnapshot} = await import('../../../persistence/snapshot/snapshot-format.js');
  const {catalog} = await import('../../../resources/index.js');
  try {
    const {state, seed, checksum = null} = readSnapshot(bytes, catalog.schema);
    const counts = Object.fromEntries(Array.from(state.records.collections, ([name, {size}]) => [name, size]));
    return {file, seed, clock: state.clock, checksum, counts};
  } catch (error) {
    const refused = fileError(error);
    throw refused === undefined ? error : new CommandError(`${file}: ${refused.message}`);
  }
}
