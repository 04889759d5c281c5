import {conflict} from '../../errors.js';
import {limits} from '../../limits.js';

/** Marks that were active at once, so that the request cannot be assigned to a test. */
export interface MarkOverlap {
  readonly count: number;
  /** The first ten, in the order in which they began. */
  readonly marks: readonly string[];
}

/** The test of a request: a mark, an overlap of several, or neither outside of tests. */
interface Assignment {
  readonly mark?: string | undefined;
  readonly unassigned?: MarkOverlap | undefined;
}

/** Per request. */
const maxListed = 10;

export const overlapText = ({count, marks}: MarkOverlap): string =>
  `unassigned: ${count} marks were active at once: ${marks.map(mark => JSON.stringify(mark)).join(', ')}` +
  (count > marks.length ? ', …' : '');

/**
 * The active marks of an account. A request belongs to the one that is active when its response is sent; if several are
 * active, it belongs to none.
 */
export class Marks {
  readonly #active = new Set<string>();
  /** The assignment of the next response. Requests share it until a mark begins or ends. */
  assignment: Assignment = {};

  get active(): readonly string[] {
    return [...this.#active];
  }

  /** Has no effect if the mark is active. @throws ApiError, a 409, if too many are active */
  begin(name: string): void {
    if (!this.#active.has(name) && this.#active.size >= limits.activeMarks) {
      throw conflict(`${limits.activeMarks} marks are active; end one first, or give each test an account of its own`);
    }
    this.#active.add(name);
    this.#assign();
  }

  /** Has no effect if the mark is not active. */
  end(name: string): void {
    this.#active.delete(name);
    this.#assign();
  }

  endAll(): void {
    this.#active.clear();
    this.#assign();
  }

  #assign(): void {
    const {active} = this;
    const overlap = {count: active.length, marks: active.slice(0, maxListed)};
    this.assignment = active.length > 1 ? {unassigned: overlap} : {mark: active[0]};
  }
}
