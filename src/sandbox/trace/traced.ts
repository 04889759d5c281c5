import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {defaultAccount} from '../../accounts/accounts.js';
import {assumedBeside} from '../../accounts/change-log.js';
import {timestamp} from '../../accounts/clock.js';
import type {ExchangeBus} from '../../exchanges/bus.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import {bodyWithoutKey} from '../../exchanges/redact.js';
import type {TraceEnd, TraceHead, TraceOptions} from '../../exchanges/trace/format.js';
import {TraceHistory} from '../../exchanges/trace/trace-history.js';
import {TraceRecorder} from '../../exchanges/trace/trace-recorder.js';
import {traceFormat, traceVersion} from '../../exchanges/trace/version.js';
import type {Override} from '../../faults/rules/override.js';
import {isContainer} from '../../http/guard/target.js';
import {realFile} from '../../persistence/real-file.js';
import {checkReplaceable, Replacement} from '../../persistence/replace-file.js';
import {settingsOf} from '../../settings.js';
import {version} from '../../version.js';
import type {OpenSandbox} from '../open-sandbox.js';
import {hostOf} from '../options/table.js';
import type {StartOptions} from '../start-options.js';

const withoutKeys = (value: unknown): unknown => bodyWithoutKey(JSON.stringify(value), value).body;

async function optionsOf(options: StartOptions, overrides: readonly Override[]): Promise<TraceOptions> {
  const {profile, constituents, seedUntil, maxLimit, rateLimit, allowHosts = [], intercept, faults} = options;
  const own = options.listen === false ? [hostOf(options)] : [];
  const hosts = [...own, ...allowHosts, ...(intercept?.hosts ?? [])]; // a replay receives the same host names
  const assume = assumedBeside(settingsOf(), settingsOf(options)) as Record<string, string>;
  return {
    profile,
    constituents,
    from: await fileIn(options.from),
    fromAccount: await fileIn(options.fromAccount),
    seedUntil,
    assume: Object.keys(assume).length === 0 ? undefined : assume,
    maxLimit,
    strict: options.strict || undefined,
    rateLimit,
    cors: options.cors || undefined,
    faults: faults?.length ? withoutKeys(faults) : undefined,
    overrides: overrides.length === 0 ? undefined : withoutKeys(overrides),
    scenario: options.scenario?.length ? options.scenario : undefined,
    journalRequests: options.journalRequests,
    journalMebibytes: options.journalMebibytes,
    allowHosts: hosts.length === 0 ? undefined : hosts,
    inContainer: isContainer() || undefined,
  };
}

const fileIn = async (file: string | undefined) =>
  file === undefined ? undefined : {file, sha256: await digestOf(file)};

/** The digest of an initial file. @throws the system's own error */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Records the history of the run, and writes it to a file with the option `trace`.
 * @throws the system's own error if the file can't be written
 */
export async function traced(
  options: StartOptions,
  {accounts, hadData}: OpenSandbox,
  exchanges: ExchangeBus,
  journal: Journal,
  overrides: readonly Override[],
) {
  const {clock: start} = accounts.find(defaultAccount) ?? accounts.baseline;
  const clock = {mode: start.mode, now: timestamp(start)};
  /** The first line. It contains no key, port or address. */
  const head = async (): Promise<TraceHead> => ({
    format: traceFormat,
    version: traceVersion,
    sandbox: version,
    seed: accounts.seed,
    options: await optionsOf(options, overrides),
    clock,
    ...(hadData && {missing: {data: true}}),
  });
  const trace = new TraceHistory(journal, head);
  exchanges.subscribe(trace.read);
  exchanges.subscribeControls(trace.readControl);
  const endTrace = options.trace === undefined ? undefined : writeTrace(options.trace, await head(), exchanges);
  return {trace, endTrace};
}

type EndTrace = (findings: TraceEnd['findings']) => string | undefined;

/**
 * Writes the trace of a run to a temporary file.
 * @returns a function that completes the trace and renames its file; it returns a message for the user, if any, and
 * throws the system's own error if the file can't be written: an existing file then stays unchanged
 * @throws the system's own error if the file can't be written
 */
function writeTrace(name: string, head: TraceHead, exchanges: ExchangeBus): EndTrace {
  checkReplaceable(name);
  const file = realFile(name);
  const replacement = new Replacement(file);
  let failure: unknown; // reported once, at the end: the sandbox continues with a full disk
  exchanges.trackPending();
  const recorder = new TraceRecorder(head, exchanges, bytes => {
    try {
      if (failure === undefined) {
        replacement.write(bytes);
      }
    } catch (error) {
      failure = error;
    }
  });
  const stops = [exchanges.subscribe(recorder.read), exchanges.subscribeControls(recorder.readControl)];
  return findings => {
    using trace = replacement;
    for (const stop of stops) {
      stop();
    }
    try {
      recorder.end(findings);
      if (failure !== undefined) {
        throw failure;
      }
      trace.sync();
    } catch (error) {
      throw Object.assign(error as Error, {path: file});
    }
    trace.commit();
    const {isFull, events} = recorder;
    return isFull ? `The trace ${file} is full: it contains only the first ${events} events` : undefined;
  };
}
