/**
 * Runs pieces of work one at a time, in order. If none is pending, a piece runs at once: the queue stays synchronous as
 * long as all work is.
 */
export class SerialQueue {
  /** The last piece of work, until it has settled. */
  #last: Promise<unknown> | undefined;

  /**
   * Runs a piece of work in its turn. A failed piece does not stop the next one. Work must not wait for another piece
   * of the same queue, or both wait forever.
   * @returns the result, or a promise of it if the work takes time or has to wait. A caller that awaits the promise
   * continues before the next piece begins
   */
  run<T>(work: () => T | Promise<T>): T | Promise<T> {
    const result = this.#last === undefined ? work() : this.#last.then(work, work);
    return result instanceof Promise ? this.#waitFor(result) : result;
  }

  #waitFor<T>(piece: Promise<T>): Promise<T> {
    const settled = () => {
      if (this.#last === piece) {
        this.#last = undefined;
      }
    };
    this.#last = piece;
    piece.then(settled, settled);
    return piece;
  }
}
