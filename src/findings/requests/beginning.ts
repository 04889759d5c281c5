/** Levels. What is deeper is left out: it would exhaust the stack of whoever reads or writes it. */
const deepest = 50;

/** The beginning of a JSON value. */
export interface Beginning {
  /** JSON of about as many characters as were allowed. */
  readonly value: unknown;
  readonly isWhole: boolean;
}

/** Copies as much of a JSON value as fits into so many characters of text, whatever its size and depth. */
export function beginningOf(value: unknown, characters: number): Beginning {
  const copy = new Copy(characters);
  return {value: copy.of(value, 0), isWhole: copy.isWhole};
}

class Copy {
  isWhole = true;
  #left: number;

  constructor(characters: number) {
    this.#left = characters;
  }

  of(value: unknown, depth: number): unknown {
    if (typeof value === 'string') {
      return this.#text(value);
    }
    if (typeof value !== 'object' || value === null) {
      this.#left -= String(value).length + 1;
      return value;
    }
    this.#left -= 2;
    if (depth === deepest) {
      this.isWhole = false;
      return Array.isArray(value) ? [] : {};
    }
    return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
  }

  get #isFull(): boolean {
    this.isWhole &&= this.#left > 0;
    return this.#left <= 0;
  }

  #text(text: string): string {
    const kept = text.slice(0, Math.max(0, this.#left));
    this.#left -= JSON.stringify(kept).length + 1; // with a comma or a colon
    this.isWhole &&= kept.length === text.length;
    return kept.length === text.length ? text : `${kept}…`;
  }

  #list(items: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = [];
    for (const item of items) {
      if (this.#isFull) {
        break;
      }
      kept.push(this.of(item, depth + 1));
    }
    return kept;
  }

  #object(object: object, depth: number): object {
    const kept: Array<readonly [string, unknown]> = [];
    for (const name in object) {
      if (this.#isFull) {
        break;
      }
      kept.push([this.#text(name), this.of((object as Record<string, unknown>)[name], depth + 1)]);
    }
    return Object.fromEntries(kept);
  }
}
