import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import {once} from 'node:events';

/** What every process is started with: npm's own variables and a look for updates are no part of a measurement. */
const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|CRM_SANDBOX_|NODE_OPTIONS)/.test(name)),
  ),
  NO_UPDATE_NOTIFIER: '1',
  NODE_ENV: 'production',
};

/** The processes of one measurement. None outlives it, nor the bench, however that ends. */
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

  /** @param words what stands behind `node` on the command line */
  spawn(words: readonly string[], options: SpawnOptions = {}): ChildProcess {
    if (this.#ended) {
      throw new Error('this fleet has ended: nobody would stop the process');
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
