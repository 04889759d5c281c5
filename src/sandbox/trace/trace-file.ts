import {closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync} from 'node:fs';
import type {ExchangeBus} from '../../exchanges/bus.js';
import type {TraceHead} from '../../exchanges/trace/format.js';
import {TraceRecorder} from '../../exchanges/trace/trace-recorder.js';
import {realFile} from '../../persistence/real-file.js';
import {checkReplaceable} from '../../persistence/replace-file.js';

/** The trace of a run, written to a temporary file and renamed at the end. */
export class TraceFile {
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
