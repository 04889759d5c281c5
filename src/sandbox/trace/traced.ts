import {createHash} from 'node:crypto';
import {closeSync, createReadStream, fsyncSync, openSync, renameSync, rmSync, writeSync} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {defaultAccount} from '../../accounts/accounts.js';
import {assumedBeside} from '../../accounts/change-log.js';
import {timestamp} from '../../accounts/clock.js';
import type {ExchangeBus} from '../../exchanges/bus.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import type {TraceHead, TraceOptions} from '../../exchanges/trace/format.js';
import {TraceHistory} from '../../exchanges/trace/trace-history.js';
import {TraceRecorder} from '../../exchanges/trace/trace-recorder.js';
import {traceFormat, traceVersion} from '../../exchanges/trace/version.js';
import {realFile} from '../../persistence/real-file.js';
import {checkReplaceable} from '../../persistence/replace-file.js';
import {settingsOf} from '../../settings.js';
import {version} from '../../version.js';
import type {OpenSandbox} from '../open-sandbox.js';
import type {StartOptions} from '../start-options.js';

async function optionsOf(options: StartOptions): Promise<TraceOptions> {
  const {profile, constituents, from, seedUntil, maxLimit, rateLimit, allowHosts = [], intercept} = options;
  const hosts = [...allowHosts, ...(intercept?.hosts ?? [])]; // a replay receives the same host names
  const assume = assumedBeside(settingsOf(), settingsOf(options)) as Record<string, string>;
  const told: {readonly [name in keyof TraceOptions]: TraceOptions[name] | undefined} = {
    profile,
    constituents,
    from: from === undefined ? undefined : {file: from, sha256: await digestOf(from)},
    seedUntil,
    assume: Object.keys(assume).length === 0 ? undefined : assume,
    maxLimit,
    strict: options.strict || undefined,
    rateLimit,
    cors: options.cors || undefined,
    allowHosts: hosts.length === 0 ? undefined : hosts,
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

/** Returns a digest of a snapshot file. @throws the system's own error */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

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
  const {clock: start} = accounts.find(defaultAccount) ?? accounts.baseline;
  const clock = {mode: start.mode, now: timestamp(start)};
  /** The first line. It contains no key, port or address. */
  const head = async (): Promise<TraceHead> => ({
    format: traceFormat,
    version: traceVersion,
    sandbox: version,
    seed: accounts.seed,
    options: await optionsOf(options),
    clock,
    ...(hadData && {missing: {data: true}}),
  });
  const trace = new TraceHistory(journal, head);
  exchanges.subscribe(trace.read);
  exchanges.subscribeControls(trace.readControl);
  return {trace, file: options.trace === undefined ? undefined : new TraceFile(options.trace, await head(), exchanges)};
}

/** The trace of a run, written to a temporary file and renamed at the end. */
class TraceFile {
  readonly #file: string;
  readonly #temporary: string;
  readonly #descriptor: number;
  readonly #recorder: TraceRecorder;
  readonly #stop: ReadonlyArray<() => void>;
  #failure: unknown;

  /** @throws the system's own error if the file can't be written */
  constructor(file: string, head: TraceHead, exchanges: ExchangeBus) {
    checkReplaceable(file);
    this.#file = realFile(file);
    this.#temporary = `${this.#file}.${process.pid}.tmp`;
    this.#descriptor = openSync(this.#temporary, 'w');
    this.#recorder = new TraceRecorder(head, bytes => this.#write(bytes));
    this.#stop = [exchanges.subscribe(this.#recorder.read), exchanges.subscribeControls(this.#recorder.readControl)];
  }

  /**
   * Completes the trace and renames its file.
   * @returns a message for the user, if any
   * @throws the system's own error if the file can't be written; an existing file stays unchanged
   */
  close(): string | undefined {
    for (const stop of this.#stop) {
      stop();
    }
    try {
      this.#recorder.end();
      if (this.#failure !== undefined) {
        throw this.#failure;
      }
      fsyncSync(this.#descriptor);
    } catch (error) {
      closeSync(this.#descriptor);
      rmSync(this.#temporary, {force: true});
      throw Object.assign(error as Error, {path: this.#file});
    }
    closeSync(this.#descriptor);
    renameSync(this.#temporary, this.#file);
    const {isFull, events} = this.#recorder;
    return isFull
      ? `The trace ${this.#file} is full: it holds the first ${events} events, and none after them`
      : undefined;
  }

  /** Reports a full disk once, at the end: it is no reason to stop serving. */
  #write(bytes: Buffer): void {
    if (this.#failure === undefined) {
      try {
        for (let written = 0; written < bytes.length; ) {
          written += writeSync(this.#descriptor, bytes, written);
        }
      } catch (error) {
        this.#failure = error;
      }
    }
  }
}
