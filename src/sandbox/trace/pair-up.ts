import {createHash} from 'node:crypto';

/** An item of a run that can be identified in another run. */
export interface Recognizable {
  /** Only items with the same identity are paired. */
  readonly identity: string;
  readonly values: ReadonlyMap<string, string>;
  /** Equal for equal items. */
  readonly digest: string;
  readonly caller: string | undefined;
}

/** Undefined on the side without a counterpart. */
export type ItemPair<T> = readonly [main: T | undefined, branch: T | undefined];

/** The order of values does not count. */
export function digestOf(identity: string, values: Iterable<readonly [string, string]>): string {
  const sorted = Array.from(values, pair => JSON.stringify(pair)).sort();
  return createHash('sha1')
    .update([identity, ...sorted].join('\n'))
    .digest('base64');
}

/** Items with more values are paired only if all are equal. */
const maxValues = 40;

/** The digests of an item, and of the item without each of its values. */
function digestsOf({identity, values, digest}: Recognizable): string[] {
  const left = values.size > maxValues ? [] : [...values.keys()];
  return [
    digest,
    ...left.map(name =>
      digestOf(
        identity,
        [...values].filter(([path]) => path !== name),
      ),
    ),
  ];
}

/** The ways of pairing items, the most reliable first. */
const passes: ReadonlyArray<(item: Recognizable) => readonly string[]> = [
  ({digest, caller}) => [`${digest} ${caller}`],
  ({digest}) => [digest],
  digestsOf,
  ({identity, caller}) => [`${identity} ${caller}`],
  ({identity}) => [identity],
];

/**
 * Pairs the items of two runs: equal ones first, then those that differ in one value, then others in order. Takes time
 * proportional to the number of items and their values.
 */
export function pairUp<T extends Recognizable>(main: readonly T[], branch: readonly T[]): Array<ItemPair<T>> {
  const pairs: Array<ItemPair<T>> = [];
  const paired = new Set<T>();
  for (const keysOf of passes) {
    const waiting = new Map<string, T[]>();
    for (const item of branch.filter(item => !paired.has(item)).reverse()) {
      for (const key of keysOf(item)) {
        waiting.set(key, waiting.get(key) ?? []);
        waiting.get(key)!.push(item);
      }
    }
    for (const item of waiting.size === 0 ? [] : main.filter(item => !paired.has(item))) {
      const other = takeFirst(keysOf(item), waiting, paired);
      if (other !== undefined) {
        paired.add(item).add(other);
        pairs.push([item, other]);
      }
    }
  }
  const left = (items: readonly T[]) => items.filter(item => !paired.has(item));
  return [
    ...pairs,
    ...left(main).map(item => [item, undefined] as const),
    ...left(branch).map(item => [undefined, item] as const),
  ];
}

function takeFirst<T>(
  keys: readonly string[],
  waiting: ReadonlyMap<string, T[]>,
  taken: ReadonlySet<T>,
): T | undefined {
  for (const key of keys) {
    const items = waiting.get(key) ?? [];
    while (items.length > 0 && taken.has(items.at(-1)!)) {
      items.pop();
    }
    if (items.length > 0) {
      return items.pop();
    }
  }
  return undefined;
}
