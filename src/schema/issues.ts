import {unprocessableEntity} from '../errors.js';

/** How many issues one description names; the rest are counted. */
const most = 50;

/**
 * Collects everything that is wrong with a request's body, each issue by the path of its field, so that a client is
 * told all of it at once.
 */
export class Issues {
  readonly #found: Map<string, string>;
  readonly #prefix: string;

  private constructor(found: Map<string, string>, prefix: string) {
    this.#found = found;
    this.#prefix = prefix;
  }

  static none(): Issues {
    return new Issues(new Map(), '');
  }

  /** The same collection, with paths below `field`: `issues.at('groups').at(0)` is `groups[0]`. */
  at(field: string | number): Issues {
    return new Issues(this.#found, this.#path(field));
  }

  /** The first issue of a field is the one that is told. */
  add(field: string | number, message: string): void {
    const path = this.#path(field);
    if (!this.#found.has(path)) {
      this.#found.set(path, message);
    }
  }

  get any(): boolean {
    return this.#found.size > 0;
  }

  /** Throws a 422 that names every issue, if there is one. */
  refuse(): void {
    if (this.any) {
      const issues = Array.from(this.#found, ([path, message]) => `${path} ${message}`);
      const more = issues.length > most ? `; and ${issues.length - most} more` : '';
      throw unprocessableEntity(issues.slice(0, most).join('; ') + more);
    }
  }

  #path(field: string | number): string {
    if (typeof field === 'number') {
      return `${this.#prefix}[${field}]`;
    }
    return this.#prefix === '' ? field : `${this.#prefix}.${field}`;
  }
}
