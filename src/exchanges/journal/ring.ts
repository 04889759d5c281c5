import type {Entry} from './entry.js';

const smallest = 16;

/** Entries in the order of their numbers: added behind, taken away in front, found by number, all without a walk. */
export class Ring {
  /** Of a length that is a power of two; grown where it is full. */
  #slots: Array<Entry | undefined> = [];
  #first = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Entry | undefined {
    return this.#size === 0 ? undefined : this.#at(0);
  }

  push(entry: Entry): void {
    if (this.#size === this.#slots.length) {
      this.#fill(this.all(), Math.max(smallest, this.#size * 2));
    }
    this.#slots[this.#slot(this.#size)] = entry;
    this.#size += 1;
  }

  shift(): Entry | undefined {
    const {first} = this;
    if (first !== undefined) {
      this.#slots[this.#first] = undefined;
      this.#first = this.#slot(1);
      this.#size -= 1;
    }
    return first;
  }

  find(seq: number): Entry | undefined {
    const entry = this.#at(this.#placeOf(seq));
    return entry?.seq === seq ? entry : undefined;
  }

  /** The first with a greater number. */
  after(seq: number): Entry | undefined {
    return this.#at(this.#placeOf(seq + 1));
  }

  all(): Entry[] {
    return Array.from({length: this.#size}, (_, place) => this.#at(place)!);
  }

  /** Keeps these alone. @param entries in the order of their numbers */
  replace(entries: readonly Entry[]): void {
    let length = smallest;
    while (length < entries.length) {
      length *= 2;
    }
    this.#fill(entries, length);
  }

  /** Where the first stands whose number is not less; behind the last where there is none. */
  #placeOf(seq: number): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#at(middle)!.seq < seq) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  #fill(entries: readonly Entry[], length: number): void {
    const slots = new Array<Entry | undefined>(length).fill(undefined);
    for (const [place, entry] of entries.entries()) {
      slots[place] = entry;
    }
    this.#slots = slots;
    this.#first = 0;
    this.#size = entries.length;
  }

  #slot(place: number): number {
    return (this.#first + place) & (this.#slots.length - 1);
  }

  #at(place: number): Entry | undefined {
    return place < this.#size ? this.#slots[this.#slot(place)] : undefined;
  }
}
