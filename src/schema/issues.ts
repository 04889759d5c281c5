import {parameterError, unprocessableEntity} from '../errors.js';
import {describeIssue, type Issue, type IssueCode, type RequestIssues} from './issue.js';

/** How many issues one description names; the rest are counted. */
const mostDescribed = 50;

/** How many ignored issues are kept of one request. */
const mostIgnored = 100;

/** How many refused ones are kept; of the rest nobody is told but that they are there. */
const mostRefused = 1000;

/** Made when there is something to say: of most requests there is nothing. */
interface Found {
  refused?: Map<string, Issue>;
  /** How many came after the most that are kept. */
  more?: number;
  ignored?: Map<string, Issue>;
  options?: Set<string>;
}

/**
 * Collects all that there is to say of one request, each issue by the path of its field, so that a client is told
 * all of it at once, and nothing that is passed over goes unnoticed.
 */
export class Issues implements RequestIssues {
  readonly #found: Found;
  readonly #in: Issue['in'];
  readonly #path: Issue['path'];
  readonly #strict: boolean;

  private constructor(found: Found, where: Issue['in'], path: Issue['path'], strict: boolean) {
    this.#found = found;
    this.#in = where;
    this.#path = path;
    this.#strict = strict;
  }

  /** Issues of a body. @param strict whether what would be ignored is refused */
  static none(strict = false): Issues {
    return new Issues({}, 'body', [], strict);
  }

  /** The same collection, for the parameters of the query. */
  get inQuery(): Issues {
    return new Issues(this.#found, 'query', [], this.#strict);
  }

  /** The same collection, with paths below `field`: `issues.at('groups').at(0)` is `groups[0]`. */
  at(field: string | number): Issues {
    return new Issues(this.#found, this.#in, [...this.#path, field], this.#strict);
  }

  get refused(): readonly Issue[] {
    return [...(this.#found.refused?.values() ?? [])];
  }

  get ignored(): readonly Issue[] {
    return [...(this.#found.ignored?.values() ?? [])];
  }

  get hasRefused(): boolean {
    return this.#found.refused !== undefined;
  }

  /** Says why the request cannot be taken. The first issue of a field is the one that is told. */
  refuse(field: string | number, message: string, code: IssueCode = 'invalid', known?: readonly string[]): void {
    this.#found.refused ??= new Map();
    if (this.#found.refused.size >= mostRefused) {
      this.#found.more = (this.#found.more ?? 0) + 1;
      return;
    }
    this.#add(this.#found.refused, field, message, code, known);
  }

  /** Says what the service passes over without a word. With `--strict` this is where it is refused instead. */
  ignore(field: string | number, message: string, code: IssueCode, known?: readonly string[]): void {
    if (this.#strict) {
      this.refuse(field, message, code, known);
      return;
    }
    this.#found.ignored ??= new Map();
    if (this.#found.ignored.size < mostIgnored) {
      this.#add(this.#found.ignored, field, message, code, known);
    }
  }

  /** Tells the option of `start` that would have the request taken: a refusal ends with it. */
  suggest(option: string): void {
    this.#found.options ??= new Set();
    this.#found.options.add(option);
  }

  /** Throws a 400 that names every refused parameter, or a 422 that names every refused field, if there is one. */
  throwIfRefused(): void {
    if (this.hasRefused) {
      const {refused} = this;
      const {more = 0} = this.#found;
      const ofQuery = refused.filter(issue => issue.in === 'query');
      throw ofQuery.length > 0
        ? parameterError(describeAll(ofQuery, more))
        : unprocessableEntity(describeAll(refused, more) + this.#hint());
    }
  }

  #hint(): string {
    const options = [...(this.#found.options ?? [])];
    return options.length === 0 ? '' : `; to have it taken, start with ${options.join(' ')}`;
  }

  #add(
    to: Map<string, Issue>,
    field: string | number,
    message: string,
    code: IssueCode,
    known: readonly string[] | undefined,
  ): void {
    const path = [...this.#path, field];
    const key = `${this.#in} ${path.join('/')}`;
    if (!to.has(key)) {
      to.set(key, {in: this.#in, code, path, message, ...(known && {known})});
    }
  }
}

/** @param further how many there are besides */
function describeAll(issues: readonly Issue[], further: number): string {
  const more = Math.max(0, issues.length - mostDescribed) + further;
  return issues.slice(0, mostDescribed).map(describeIssue).join('; ') + (more > 0 ? `; and ${more} more` : '');
}
