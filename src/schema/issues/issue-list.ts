import type {Issue, IssueCode} from '../issue.js';

/** How many issues of one kind in one place are kept; the rest are counted. */
export const mostIssues = 20;

/** `1,307` */
export const count = (number: number): string => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** A path with `*` for the elements of an array: they are one place, however many there are. */
export const placeOf = (path: Issue['path']) => path.map(step => (typeof step === 'number' ? '*' : step));

/** The key of a field among those of a request. */
export const keyOf = (part: Issue['in'], path: Issue['path']) => `${part} ${path.join('/')}`;

/** Kinds that no field has twice: to remember 95,000 names would take longer than to read them. */
const unique: ReadonlySet<IssueCode> = new Set(['unknown-field', 'unknown-parameter']);

/** Issues of one kind in one place. */
interface Group extends Pick<Issue, 'in' | 'code' | 'path'> {
  count: number;
}

/** Issues of one request, one for each field: the first 20 of each kind in each place, and the number of the rest. */
export class IssueList {
  #fields = new Set<string>();
  #kept: Issue[] = [];
  #groups: Group[] = [];
  /** By place, then by code. One text of both would have to be built for each of 90,000 unknown fields. */
  #byPlace = new Map<string, Map<IssueCode, Group>>();

  /** The issues that are not only counted. */
  get kept(): readonly Issue[] {
    return this.#kept;
  }

  copy(): IssueList {
    const copy = new IssueList();
    copy.#fields = new Set(this.#fields);
    copy.#kept = [...this.#kept];
    for (const [place, groups] of this.#byPlace) {
      copy.#byPlace.set(place, new Map(Array.from(groups, ([code, group]) => [code, {...group}])));
    }
    copy.#groups = this.#groups.map(({in: part, code, path}) => copy.#byPlace.get(keyOf(part, path))!.get(code)!);
    return copy;
  }

  /**
   * Adds an issue, unless there is one of its field.
   * @param place the key of its parent's place
   * @param make is not called for most of very many issues
   */
  add(code: IssueCode, place: string, make: () => Issue): void {
    const known = this.#byPlace.get(place)?.get(code);
    if (known !== undefined && known.count >= mostIssues && unique.has(code)) {
      known.count += 1;
      return;
    }
    const issue = make();
    const field = keyOf(issue.in, issue.path);
    if (this.#fields.has(field)) {
      return;
    }
    this.#fields.add(field);
    const group = known ?? this.#newGroup(issue, place);
    group.count += 1;
    if (group.count <= mostIssues) {
      this.#kept.push(issue);
    }
  }

  #newGroup(issue: Issue, place: string): Group {
    const group = {...issue, path: placeOf(issue.path.slice(0, -1)), count: 0};
    const groups = this.#byPlace.get(place) ?? new Map<IssueCode, Group>();
    this.#byPlace.set(place, groups.set(issue.code, group));
    this.#groups.push(group);
    return group;
  }

  /** One issue for each group of which some are only counted. */
  get rest(): readonly Issue[] {
    return this.#groups
      .filter(group => group.count > mostIssues)
      .map(({in: part, code, path, count: all}) => ({
        ...{in: part, code: 'more', path, message: `and ${count(all - mostIssues)} more`},
        more: {code, count: all - mostIssues},
      }));
  }
}
