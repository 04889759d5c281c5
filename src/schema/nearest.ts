import {closestMatch} from 'leven';

/** Nobody types a longer name; comparing takes the product of both lengths. */
const longest = 60;

/** A known name that is near to one that is not: it goes on from it, has the same letters, or differs in a few. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const short = name.slice(0, longest);
  const [longer] = known.filter(other => short.length > 3 && other.startsWith(short)).sort(byLength);
  const letters = lettersOf(short);
  return (
    longer ??
    known.find(other => other.length === short.length && lettersOf(other) === letters) ??
    closestMatch(short, [...known], {maxDistance: Math.max(1, Math.floor(short.length / 4))})
  );
}

const byLength = (one: string, other: string) => one.length - other.length;

const lettersOf = (name: string) => [...name].sort().join('');
