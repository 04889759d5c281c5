import {closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync} from 'node:fs';
import type {ExchangeBus} from '../../exchanges/bus.js';
import type {TraceHead} from '../../exchanges/trace/format.js';
import {TraceRecorder} from '../../exchanges/trace/trace-recorder.js';
import {realFile} from '../../persistence/real-file.js';
import {checkReplaceable} from '../../persistence/replace-file.js';

/** A trace of a whole run: written beside its place while the run goes, and moved there at its end. */
export class TraceFile {
  readonly #file: string;
  readonly #temporary: string;
  readonly #descriptor: number;
  readonly #recorder: TraceRecorder;
  readonly #stop: ReadonlyArray<() => void>;
  #failure: unknown;

  /** @throws the system's own error where the file can't be written */
  constructor(file: string, head: TraceHead, exchanges: ExchangeBus) {
    checkReplaceable(file);
    this.#file = realFile(file);
    this.#temporary = `${this.#file}.${process.pid}.tmp`;
    this.#descriptor = openSync(this.#temporary, 'w');
    this.#recorder = new TraceRecorder(head, bytes => this.#write(bytes));
    this.#stop = [exchanges.subscribe(this.#recorder.read), exchanges.subscribeControls(this.#recorder.readControl)];
  }

  /**
   * Ends the trace, and puts it in its place.
   * @returns what there is to say of it, if anything
   * @throws the system's own error where it can't be written; the file is as it was, then
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

  /** A disk that is full is told of once, at the end, and is no reason to stop serving. */
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
