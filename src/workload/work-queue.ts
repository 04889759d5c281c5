/** Runs a few operations at the same time; the others wait, in the order in which they came. */
export class WorkQueue {
  #running = 0;
  readonly #waiting: Array<() => void> = [];

  constructor(readonly maxRunning: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.maxRunning) {
      this.#running += 1;
    } else {
      await new Promise<void>(resolve => this.#waiting.push(resolve)); // an operation that ends passes its place on
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#running -= 1;
      } else {
        next();
      }
    }
  }
}
