import {count, mostIssues} from '../../schema/issues/issue-list.js';
import type {Mistake} from '../rule.js';

/** The parent of what a mistake is about, with `*` for the elements of an array. */
const placeOf = ({where}: Mistake): string =>
  where.slice(0, Math.max(0, where.lastIndexOf('/'))).replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** The first 20 mistakes of one rule in each place of a request, and one info that counts the rest. */
export function boundMistakes(mistakes: readonly Mistake[]): readonly Mistake[] {
  if (mistakes.length <= mostIssues) {
    return mistakes; // nearly always
  }
  const kept = new Map<string, Mistake[]>();
  const rest = new Map<string, number>();
  for (const mistake of mistakes) {
    const place = mistake.more === undefined ? placeOf(mistake) : mistake.where;
    const others = kept.get(place) ?? [];
    if (mistake.more === undefined && others.length < mostIssues) {
      kept.set(place, [...others, mistake]);
    } else {
      rest.set(place, (rest.get(place) ?? 0) + (mistake.more ?? 1));
    }
  }
  const {at} = mistakes[0]!;
  return [
    ...[...kept.values()].flat(),
    ...Array.from(rest, ([place, more]) => ({...restOf(place, more), ...(at && {at})})),
  ];
}

/** Stands for mistakes that are only counted. */
export const restOf = (where: string, more: number): Mistake => ({
  level: 'info',
  where,
  more,
  message: `and ${count(more)} more`,
  fix: 'Correct those that are named, and send the request again.',
});
