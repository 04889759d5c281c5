import {printable} from '../../../exchanges/printable.js';
import type {TraceReading} from '../../../exchanges/trace/read-trace.js';
import {path} from '../../../sandbox/options/values.js';
import {CommandError} from '../../command-error.js';
import {fileError} from '../../file-error.js';

export const fileOption = {describe: 'File of the trace', read: path} as const;

/** @throws CommandError that describes the mistake and its line */
export async function withTrace<T>(file: string, work: (trace: TraceReading) => Promise<T>): Promise<T> {
  const {readTrace, TraceError} = await import('../../../exchanges/trace/read-trace.js');
  try {
    return await work(await readTrace(file));
  } catch (error) {
    if (error instanceof TraceError) {
      throw new CommandError(printable(error.message));
    }
    (error as NodeJS.ErrnoException).path ??= file; // the system's error omits it for a folder
    throw fileError(error) ?? error;
  }
}
