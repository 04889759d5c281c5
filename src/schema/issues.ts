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
  /** The fields that an option of `start` would let a body leave out, by the option. */
  options?: Map<string, Set<string>>;
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

  /** The same collection, which refuses what would be ignored. */
  strictly(): Issues {
    return new Issues(this.#found, this.#in, this.#path, true);
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

  /** @returns takes back what is said from now on, for who says it again */
  mark(): () => void {
    const found = this.#found;
    const {refused, more, ignored, options} = found;
    const before = {
      ...(refused && {refused: new Map(refused)}),
      ...(more !== undefined && {more}),
      ...(ignored && {ignored: new Map(ignored)}),
      ...(options && {options: new Map(Array.from(options, ([option, keys]) => [option, new Set(keys)]))}),
    };
    return () => {
      for (const name of Object.keys(found) as Array<keyof Found>) {
        delete found[name];
      }
      Object.assign(found, before);
    };
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

  /** Tells the option of `start` with which a field that is refused, as it is missing, could be left out. */
  suggest(field: string | number, option: string): void {
    this.#found.options ??= new Map();
    const fields = this.#found.options.get(option) ?? new Set();
    this.#found.options.set(option, fields.add(this.#keyOf(field)));
  }

  /**
   * Throws a 400 that names every refused parameter, or a 422 that names every refused field, if there is one.
   * @param between what stands between two of them
   */
  throwIfRefused(between = '; '): void {
    if (this.hasRefused) {
      const {refused} = this;
      const {more = 0} = this.#found;
      const ofQuery = refused.filter(issue => issue.in === 'query');
      throw ofQuery.length > 0
        ? parameterError(describeAll(ofQuery, more, between))
        : unprocessableEntity(this.#describeBody(more, between));
    }
  }

  /** What could be left out comes last, and behind it how. */
  #describeBody(more: number, between: string): string {
    const refused = new Map(this.#found.refused);
    const missing = Array.from(this.#found.options ?? [], ([option, keys]) => {
      const issues = [...keys].flatMap(key => refused.get(key) ?? []);
      for (const key of keys) {
        refused.delete(key);
      }
      return [option, issues] as const;
    });
    const hints = missing
      .filter(([, issues]) => issues.length > 0)
      .map(([option, issues]) => describeMissing(option, issues));
    const others = refused.size + more === 0 ? [] : [describeAll([...refused.values()], more, between)];
    return [...others, ...hints].join(between);
  }

  #keyOf(field: string | number): string {
    return `${this.#in} ${[...this.#path, field].join('/')}`;
  }

  #add(
    to: Map<string, Issue>,
    field: string | number,
    message: string,
    code: IssueCode,
    known: readonly string[] | undefined,
  ): void {
    const key = this.#keyOf(field);
    if (!to.has(key)) {
      to.set(key, {in: this.#in, code, path: [...this.#path, field], message, ...(known && {known})});
    }
  }
}

/** @param further how many there are besides */
function describeAll(issues: readonly Issue[], further: number, between = '; '): string {
  const more = Math.max(0, issues.length - mostDescribed) + further;
  return (
    issues.slice(0, mostDescribed).map(describeIssue).join(between) + (more > 0 ? `${between}and ${more} more` : '')
  );
}

/** `gift_type_id: is required; to leave it out, start with ...` */
const describeMissing = (option: string, issues: readonly Issue[]) =>
  `${describeAll(issues, 0)}; to leave ${issues.length === 1 ? 'it' : 'them'} out, start with ${option}`;
