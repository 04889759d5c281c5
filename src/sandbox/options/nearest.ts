import {closestMatch} from 'leven';

/** Characters. Limits the comparison, whose cost is the product of both lengths. */
const longest = 60;

/**
 * Suggests a known name: one with the same beginning or the same letters, or one that differs in less than half of its
 * letters and in at most three.
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
