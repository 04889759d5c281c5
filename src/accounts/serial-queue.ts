/**
 * Pieces of work, one after another in the order in which they came. Where none is pending, a piece is done at once: as
 * long as nothing takes time, the queue does not either.
 */
export class SerialQueue {
  /** The piece that was put in last, until it has settled. */
  #last: Promise<unknown> | undefined;

  /**
   * Does a piece of work in its turn. One that fails does not stop the next. It must not wait for another piece of the
   * same queue, which would wait for it.
   * @returns what it returns; a promise of it where it takes time or has to wait. Who awaits that promise goes on before
   *   the next piece begins
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
