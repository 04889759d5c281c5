import {defaultAccount} from '../../accounts/accounts.js';
import {timestamp} from '../../accounts/clock.js';
import type {ExchangeBus} from '../../exchanges/bus.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import {TraceHistory} from '../../exchanges/trace/trace-history.js';
import type {OpenSandbox} from '../data/open-sandbox.js';
import type {StartOptions} from '../start-options.js';
import type {TraceFile} from './trace-file.js';
import {type Started, traceHead} from './trace-head.js';

/**
 * Records the history of the run, and writes it to a file with the option `trace`.
 * @param hadData true if the data file already existed
 * @throws the system's own error if the file can't be written
 */
export async function traced(
  options: StartOptions,
  hadData: boolean,
  {accounts}: OpenSandbox,
  exchanges: ExchangeBus,
  journal: Journal,
): Promise<{readonly trace: TraceHistory; readonly file: TraceFile | undefined}> {
  const {clock} = accounts.has(defaultAccount) ? accounts.get(defaultAccount) : accounts.baseline;
  const at = {mode: clock.mode, now: timestamp(clock)};
  const started: Started = {options, seed: accounts.seed, clock: at, hadData};
  const trace = new TraceHistory(journal, () => traceHead(started));
  exchanges.subscribe(trace.read);
  exchanges.subscribeControls(trace.readControl);
  if (options.trace === undefined) {
    return {trace, file: undefined};
  }
  const {TraceFile} = await import('./trace-file.js'); // keeps the start fast
  return {trace, file: new TraceFile(options.trace, await traceHead(started), exchanges)};
}
