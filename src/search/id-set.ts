/** A byte for each id of the span is worth it up to this many bytes for each record. */
const bytesPerRecord = 64;

/** How many ids stand together. */
const stretch = 1024;

/**
 * Ids in the order they came, each once. Where the ids of a collection lie close together, as those that a sandbox
 * hands out do, membership is a byte array: ten times as fast as a `Set` for the hundred thousand ids that a search
 * for one letter finds.
 */
export class IdSet {
  /** In stretches: one array that grows is copied again and again. */
  readonly stretches: number[][] = [];
  size = 0;
  readonly #lowest: number;
  readonly #marks: Uint8Array | undefined;
  readonly #set = new Set<number>();

  /**
   * @param span the lowest and the highest id that can come
   * @param records how many ids there are in the span
   */
  constructor([lowest, highest]: readonly [number, number], records: number) {
    this.#lowest = lowest;
    const width = highest - lowest + 1;
    this.#marks = width <= records * bytesPerRecord ? new Uint8Array(width) : undefined;
  }

  add(id: number): void {
    if (!this.has(id)) {
      if (this.size % stretch === 0) {
        this.stretches.push([]);
      }
      this.stretches.at(-1)!.push(id);
      this.size += 1;
      if (this.#marks === undefined) {
        this.#set.add(id);
      } else {
        this.#marks[id - this.#lowest] = 1;
      }
    }
  }

  has(id: number): boolean {
    return this.#marks === undefined ? this.#set.has(id) : this.#marks[id - this.#lowest] === 1;
  }
}
