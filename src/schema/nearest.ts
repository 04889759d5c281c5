import {closestMatch} from 'leven';

/** Nobody types a longer name; comparing takes the product of both lengths. */
const longest = 60;

/** A known name that is near to one that is not: it goes on from it, has the same letters, or differs in a few. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const short = name.slice(0, longest);
  const longer = known.filter(other => short.length > 3 && other.startsWith(short));
  const letters = lettersOf(short);
  return (
    longer.sort((one, other) => one.length - other.length)[0] ??
    known.find(other => other.length === short.length && lettersOf(other) === letters) ??
    closestMatch(short, [...known], {maxDistance: Math.max(1, Math.floor(short.length / 4))})
  );
}

/** Names the nearest known name in a message. @param otherwise stands there if none is near */
export function suggest(name: string, known: readonly string[], otherwise: string): string {
  const near = nearest(name, known);
  return near === undefined ? otherwise : `did you mean ${near}?`;
}

const lettersOf = (name: string) => [...name].sort().join('');
