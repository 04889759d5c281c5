/** Runs pieces of work one at a time, in order. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs a piece of work in its turn. A failed piece does not stop the next one. Work must not wait for another piece
   * of the same queue, or both wait forever.
   * @returns the result. A caller that awaits it continues before the next piece begins
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    const piece = this.#last.then(work);
    this.#last = piece.then(ignore, ignore); // which holds no result
    return piece;
  }
}

const ignore = () => undefined;
