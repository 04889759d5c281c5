import {closestMatch} from 'leven';

/** Nobody types a longer name; comparing takes the product of both lengths. */
const longest = 60;

/**
 * The name that was probably meant: it begins so, has the same letters, or differs in less than half of them, but in
 * three at most.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const short = name.slice(0, longest);
  if (short.length < 3) {
    return undefined;
  }
  const letters = lettersOf(short);
  return (
    known.find(other => other.startsWith(short)) ??
    known.find(other => lettersOf(other) === letters) ??
    closestMatch(short, [...known], {maxDistance: Math.min(3, Math.floor((short.length - 1) / 2))})
  );
}

const lettersOf = (name: string) => [...name].sort().join('');
