import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import {once} from 'node:events';

/** The environment of every process, without npm's variables and update checks, which would affect measurements. */
const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|CRM_SANDBOX_|NODE_OPTIONS)/.test(name)),
  ),
  NO_UPDATE_NOTIFIER: '1',
  NODE_ENV: 'production',
};

/** The processes of one measurement. All of them are killed at its end, or when the bench exits. */
export class Fleet implements AsyncDisposable {
  #ended = false;
  readonly #running = new Set<ChildProcess>();
  readonly #killAll = () => {
    for (const child of this.#running) {
      child.kill('SIGKILL');
    }
  };

  constructor() {
    process.on('exit', this.#killAll);
  }

  /** @param words the arguments of `node` */
  spawn(words: readonly string[], options: SpawnOptions = {}): ChildProcess {
    if (this.#ended) {
      throw new Error('this fleet has ended, so nothing would stop the process');
    }
    const child = spawn(process.execPath, words, {stdio: 'ignore', env: environment, ...options});
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  async stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.#running.has(child)) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    await Promise.all(Array.from(this.#running, child => this.stop(child)));
    process.off('exit', this.#killAll);
  }
}
