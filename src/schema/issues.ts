import {parameterError, unprocessableEntity} from '../errors.js';
import {countIssues, describeIssue, type Issue, type IssueCode, type RequestIssues} from './issue.js';

/** The maximum number of issues of one kind in one place that are kept; the rest are counted. */
export const maxIssues = 20;

/** `1,307` */
export const count = (number: number): string => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** A path with `*` for array elements, so that all elements count as one place. */
const placeOf = (path: Issue['path']) => path.map(step => (typeof step === 'number' ? '*' : step));

/** Identifies a field of a request. */
const keyOf = (part: Issue['in'], path: Issue['path']) => `${part} ${path.join('/')}`;

/** Kinds that occur once per field: remembering 95,000 names would take longer than reading them. */
const unique: ReadonlySet<IssueCode> = new Set(['unknown-field', 'unknown-parameter']);

interface Group extends Pick<Issue, 'in' | 'code' | 'path'> {
  count: number;
}

/** The issues of one request, one per field: the first 20 of each kind in each place, and the number of the rest. */
class IssueList {
  readonly #fields = new Set<string>();
  readonly #kept: Issue[] = [];
  readonly #groups = new Map<string, Group>();

  /**
   * Adds an issue unless its field already has one.
   * @param place the key of its parent's place
   * @param make not called for issues that are only counted
   */
  add(code: IssueCode, place: string, make: () => Issue): void {
    const key = `${code} ${place}`;
    const known = this.#groups.get(key);
    if (known !== undefined && known.count >= maxIssues && unique.has(code)) {
      known.count += 1;
      return;
    }
    const issue = make();
    const field = keyOf(issue.in, issue.path);
    if (this.#fields.has(field)) {
      return;
    }
    this.#fields.add(field);
    const group = known ?? {...issue, path: placeOf(issue.path.slice(0, -1)), count: 0};
    this.#groups.set(key, group);
    group.count += 1;
    if (group.count <= maxIssues) {
      this.#kept.push(issue);
    }
  }

  /** The kept issues, followed by one for each group that has more. */
  get all(): readonly Issue[] {
    const large = [...this.#groups.values()].filter(group => group.count > maxIssues);
    const rest = large.map(({in: part, code, path, count: all}) => {
      const more = {code, count: all - maxIssues};
      return {in: part, code: 'more', path, message: `and ${count(more.count)} more`, more} as const;
    });
    return [...this.#kept, ...rest];
  }
}

/** Created with the first issue: most requests have none. */
interface Found {
  refused?: IssueList | undefined;
  ignored?: IssueList | undefined;
  /** Fields that an option of `start` would make optional, by option. */
  options?: Map<string, Set<string>> | undefined;
}

/** Collects the issues of one request, so that one response names all of them. */
export class Issues implements RequestIssues {
  #placeKey: string | undefined;

  private constructor(
    private readonly found: Found,
    private readonly part: Issue['in'],
    private readonly path: Issue['path'],
    private readonly strict: boolean,
  ) {}

  /** Issues of a body. @param strict rejects what would be ignored */
  static none(strict = false): Issues {
    return new Issues({}, 'body', [], strict);
  }

  /** This collection, for query parameters. */
  get inQuery(): Issues {
    return new Issues(this.found, 'query', [], this.strict);
  }

  /** This collection, with paths below `field`: `issues.at('groups').at(0)` is `groups[0]`. */
  at(field: string | number): Issues {
    return new Issues(this.found, this.part, [...this.path, field], this.strict);
  }

  /** This collection, in strict mode. */
  strictly(): Issues {
    return new Issues(this.found, this.part, this.path, true);
  }

  get refused(): readonly Issue[] {
    return this.found.refused?.all ?? [];
  }

  get ignored(): readonly Issue[] {
    return this.found.ignored?.all ?? [];
  }

  get hasRefused(): boolean {
    return this.found.refused !== undefined;
  }

  /** Adds a reason to reject the request. The first issue of a field is kept. */
  refuse(field: string | number, message: string, code: IssueCode = 'invalid', known?: readonly string[]): void {
    this.found.refused ??= new IssueList();
    this.found.refused.add(code, this.#place, () => this.#issue(field, message, code, known));
  }

  /** Adds a part that the service ignores; with `--strict` it is rejected. */
  ignore(field: string | number, message: string, code: IssueCode, known?: readonly string[]): void {
    if (this.strict) {
      this.refuse(field, message, code, known);
      return;
    }
    this.found.ignored ??= new IssueList();
    this.found.ignored.add(code, this.#place, () => this.#issue(field, message, code, known));
  }

  /** Names the option of `start` that makes a field optional, for the error about a missing field. */
  suggest(field: string | number, option: string): void {
    this.found.options ??= new Map();
    const fields = this.found.options.get(option) ?? new Set();
    this.found.options.set(option, fields.add(keyOf(this.part, [...this.path, field])));
  }

  /**
   * Throws a 400 that names every rejected parameter, or a 422 that names every rejected field, if there is one.
   * @param separator
   */
  throwIfRefused(separator = '; '): void {
    if (this.hasRefused) {
      const ofQuery = this.refused.filter(issue => issue.in === 'query');
      throw ofQuery.length > 0
        ? parameterError(describeAll(ofQuery, separator))
        : unprocessableEntity(this.#describeBody(separator));
    }
  }

  /** Lists fields that could be optional last, with the option that allows it. */
  #describeBody(separator: string): string {
    const {refused} = this;
    const missing = Array.from(this.found.options ?? [], ([option, keys]) => ({
      option,
      issues: refused.filter(issue => keys.has(keyOf(issue.in, issue.path))),
    })).filter(({issues}) => issues.length > 0);
    const optional = new Set(missing.flatMap(({issues}) => issues));
    const others = refused.filter(issue => !optional.has(issue));
    const hints = missing.map(describeMissing);
    return [...(others.length === 0 ? [] : [describeAll(others, separator)]), ...hints].join(separator);
  }

  get #place(): string {
    this.#placeKey ??= keyOf(this.part, placeOf(this.path));
    return this.#placeKey;
  }

  #issue(field: string | number, message: string, code: IssueCode, known: readonly string[] | undefined): Issue {
    return {in: this.part, code, path: [...this.path, field], message, ...(known && {known})};
  }
}

/** The kept issues, followed by the number of the others. */
function describeAll(issues: readonly Issue[], separator = '; '): string {
  const kept = issues.filter(({more}) => more === undefined);
  const further = countIssues(issues) - kept.length;
  return [...kept.map(describeIssue), ...(further > 0 ? [`and ${count(further)} more`] : [])].join(separator);
}

/** `gift_type_id: is required; to leave it out, start with ...` */
const describeMissing = ({option, issues}: {readonly option: string; readonly issues: readonly Issue[]}) =>
  `${describeAll(issues)}; to leave ${issues.length === 1 ? 'it' : 'them'} out, start with ${option}`;
