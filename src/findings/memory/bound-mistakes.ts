import {count, mostIssues} from '../../schema/issue-list.js';
import type {Mistake} from '../rule.js';

/** The parent of what a mistake is about, with `*` for the elements of an array. */
const placeOf = ({where}: Mistake): string =>
  where.slice(0, Math.max(0, where.lastIndexOf('/'))).replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** The first 20 mistakes of one rule in each place of a request, and one info that counts the rest. */
export function boundMistakes(mistakes: readonly Mistake[]): readonly Mistake[] {
  if (mistakes.length <= mostIssues) {
    return mistakes; // nearly always
  }
  const places = new Map<string, Mistake[]>();
  for (const mistake of mistakes) {
    const place = placeOf(mistake);
    const others = places.get(place);
    others === undefined ? places.set(place, [mistake]) : others.push(mistake);
  }
  return [...places].flatMap(([place, all]) => [
    ...all.slice(0, mostIssues),
    ...(all.length > mostIssues ? [restOf(place, all.length - mostIssues, all[0]!)] : []),
  ]);
}

/** Stands for mistakes that are only counted. */
export const restOf = (where: string, number: number, {at}: Pick<Mistake, 'at'> = {}): Mistake => ({
  level: 'info',
  where,
  message: `and ${count(number)} more`,
  fix: 'Correct those that are named, and send the request again.',
  ...(at && {at}),
});
