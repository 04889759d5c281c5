import {closestMatch} from 'leven';

/** Longer names are not compared: the cost is the product of both lengths. */
const maxLength = 60;

/** Finds a known name that extends the given one, has the same letters, or differs in a few. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const short = name.slice(0, maxLength);
  const longer = known.filter(other => short.length > 3 && other.startsWith(short));
  const letters = lettersOf(short);
  return (
    longer.sort((one, other) => one.length - other.length)[0] ??
    known.find(other => other.length === short.length && lettersOf(other) === letters) ??
    closestMatch(short, [...known], {maxDistance: Math.max(1, Math.floor(short.length / 4))})
  );
}

/** Names the nearest known name in a message. @param otherwise used if there is none */
export function suggest(name: string, known: readonly string[], otherwise: string): string {
  const near = nearest(name, known);
  return near === undefined ? otherwise : `did you mean ${near}?`;
}

const lettersOf = (name: string) => [...name].sort().join('');
