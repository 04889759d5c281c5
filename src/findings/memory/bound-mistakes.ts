import type {FullExchange} from '../../exchanges/exchange.js';
import type {Issue, IssueCode} from '../../schema/issue.js';
import {count, maxIssues} from '../../schema/issues.js';
import {pointerOf} from '../fields/json-pointer.js';
import type {Mistake} from '../rule.js';

/** The parent of a mistake's location, with `*` for array elements. */
const placeOf = ({where}: Mistake): string =>
  where.slice(0, Math.max(0, where.lastIndexOf('/'))).replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** The first 20 mistakes of one rule in each place of a request, and one info that counts the rest. */
export function boundMistakes(verdict: Mistake | readonly Mistake[]): readonly Mistake[] {
  const mistakes = 'where' in verdict ? [verdict] : verdict;
  if (mistakes.length <= maxIssues) {
    return mistakes; // the common case
  }
  const places = new Map<string, {readonly kept: Mistake[]; more: number}>();
  for (const mistake of mistakes) {
    const where = mistake.more === undefined ? placeOf(mistake) : mistake.where;
    const place = places.get(where) ?? {kept: [], more: 0};
    places.set(where, place);
    if (mistake.more === undefined && place.kept.length < maxIssues) {
      place.kept.push(mistake);
    } else {
      place.more += mistake.more ?? 1;
    }
  }
  const {at} = mistakes[0]!;
  return [...places].flatMap(([where, {kept, more}]) =>
    more === 0 ? kept : [...kept, {...restOf(where, more), ...(at && {at})}],
  );
}

/** Counts further mistakes. */
const restOf = (where: string, more: number): Mistake => ({
  level: 'info',
  where,
  more,
  message: `and ${count(more)} more`,
  fix: 'Correct those that are named, and send the request again.',
});

/** Counts ignored parts of a request beyond the listed ones, as one mistake for each place. */
export const moreIgnored = ({issues}: FullExchange, part: Issue['in'], code: IssueCode): Mistake[] =>
  issues.ignored.flatMap(({in: where, path, more}) =>
    more?.code === code && where === part ? [restOf(pointerOf(path), more.count)] : [],
  );
