import {parameterError, unprocessableEntity} from '../errors.js';
import {countIssues, describeIssue, type Issue, type IssueCode, type RequestIssues} from './issue.js';
import {count, IssueList, keyOf, placeOf} from './issues/issue-list.js';

/** Created with the first issue: most requests have none. */
interface Found {
  refused?: IssueList | undefined;
  ignored?: IssueList | undefined;
  /** The fields that an option of `start` would let a body leave out, by the option. */
  options?: Map<string, Set<string>> | undefined;
}

/** Collects the issues of one request, so that one response names all of them. */
export class Issues implements RequestIssues {
  readonly #found: Found;
  readonly #in: Issue['in'];
  readonly #path: Issue['path'];
  readonly #strict: boolean;
  #placeKey: string | undefined;

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
    return allOf(this.#found.refused);
  }

  get ignored(): readonly Issue[] {
    return allOf(this.#found.ignored);
  }

  get hasRefused(): boolean {
    return this.#found.refused !== undefined;
  }

  /** @returns a function that removes all issues added after this call, for work that is begun again */
  mark(): () => void {
    const found = this.#found;
    const before: Found = {
      refused: found.refused?.copy(),
      ignored: found.ignored?.copy(),
      options: found.options && new Map(Array.from(found.options, ([name, keys]) => [name, new Set(keys)])),
    };
    return () => Object.assign(found, before);
  }

  /** Adds a reason to refuse the request. Of several issues of one field the first is kept. */
  refuse(field: string | number, message: string, code: IssueCode = 'invalid', known?: readonly string[]): void {
    this.#found.refused ??= new IssueList();
    this.#found.refused.add(code, this.#place, () => this.#issue(field, message, code, known));
  }

  /** Adds a part that the service ignores; with `--strict` it is refused. */
  ignore(field: string | number, message: string, code: IssueCode, known?: readonly string[]): void {
    if (this.#strict) {
      this.refuse(field, message, code, known);
      return;
    }
    this.#found.ignored ??= new IssueList();
    this.#found.ignored.add(code, this.#place, () => this.#issue(field, message, code, known));
  }

  /** Names the option of `start` that allows a body without a field, for the refusal of one that lacks it. */
  suggest(field: string | number, option: string): void {
    this.#found.options ??= new Map();
    const fields = this.#found.options.get(option) ?? new Set();
    this.#found.options.set(option, fields.add(keyOf(this.#in, [...this.#path, field])));
  }

  /**
   * Throws a 400 that names every refused parameter, or a 422 that names every refused field, if there is one.
   * @param between what stands between two of them
   */
  throwIfRefused(between = '; '): void {
    if (this.hasRefused) {
      const ofQuery = this.refused.filter(issue => issue.in === 'query');
      throw ofQuery.length > 0
        ? parameterError(describeAll(ofQuery, between))
        : unprocessableEntity(this.#describeBody(between));
    }
  }

  /** Fields that could be left out come last, with the option that allows it. */
  #describeBody(between: string): string {
    const {refused} = this;
    const missing = Array.from(this.#found.options ?? [], ([option, keys]) => {
      return [option, refused.filter(issue => keys.has(keyOf(issue.in, issue.path)))] as const;
    });
    const optional = new Set(missing.flatMap(([, issues]) => issues));
    const others = refused.filter(issue => !optional.has(issue));
    const hints = missing
      .filter(([, issues]) => issues.length > 0)
      .map(([option, issues]) => describeMissing(option, issues));
    return [...(others.length === 0 ? [] : [describeAll(others, between)]), ...hints].join(between);
  }

  get #place(): string {
    this.#placeKey ??= keyOf(this.#in, placeOf(this.#path));
    return this.#placeKey;
  }

  #issue(field: string | number, message: string, code: IssueCode, known: readonly string[] | undefined): Issue {
    return {in: this.#in, code, path: [...this.#path, field], message, ...(known && {known})};
  }
}

const allOf = (list: IssueList | undefined): readonly Issue[] =>
  list === undefined ? [] : [...list.kept, ...list.rest];

/** The issues themselves, and behind them the number of those that are only counted. */
function describeAll(issues: readonly Issue[], between = '; '): string {
  const kept = issues.filter(({more}) => more === undefined);
  const further = countIssues(issues) - kept.length;
  return [...kept.map(describeIssue), ...(further > 0 ? [`and ${count(further)} more`] : [])].join(between);
}

/** `gift_type_id: is required; to leave it out, start with ...` */
const describeMissing = (option: string, issues: readonly Issue[]) =>
  `${describeAll(issues)}; to leave ${issues.length === 1 ? 'it' : 'them'} out, start with ${option}`;
