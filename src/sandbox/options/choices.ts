import {nearest} from './nearest.js';
import {partsOf, type Read, UsageError} from './values.js';

type Offered = Readonly<Record<string, {readonly values: readonly string[]}>>;

type Chosen<T extends Offered> = {readonly [name in keyof T]?: T[name]['values'][number]};

/**
 * Reads choices, each a name with one of its values: `name=value`; in a file also an object.
 * @param words shorthands for several choices; an explicit choice overrides them
 */
export const choices = <const T extends Offered>(
  offered: T,
  words: Readonly<Record<string, Chosen<T>>> = {},
): Read<Chosen<T>> => {
  return (value, source) => {
    const chosen: Record<string, string> = {};
    let word: string | undefined;
    for (const written of writtenChoices(value)) {
      const [name = '', choice = ''] = String(written).split(/=(.*)/s);
      if (word === undefined && Object.hasOwn(words, String(written))) {
        word = String(written);
        continue;
      }
      const usageError = usageErrorOf(written, {offered, words: Object.keys(words), chosen});
      if (usageError !== undefined) {
        throw new UsageError(`${source}: ${usageError}`);
      }
      chosen[name] = choice;
    }
    return {...(word === undefined ? {} : words[word]), ...chosen} as Chosen<T>;
  };
};

/** Formats each choice as `name=value`. */
function writtenChoices(value: unknown): unknown[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).map(([name, choice]) => `${name}=${choice}`);
  }
  return partsOf(value);
}

interface Choosing {
  readonly offered: Offered;
  readonly words: readonly string[];
  readonly chosen: Readonly<Record<string, string>>;
}

/** Returns the reason why a choice is invalid, and the valid forms. */
function usageErrorOf(written: unknown, {offered, words, chosen}: Choosing): string | undefined {
  const [name = '', choice] = String(written).split(/=(.*)/s);
  if (words.includes(String(written))) {
    return `${words.join(' and ')} are not both true: give one of them, once`;
  }
  const values = Object.hasOwn(offered, name) ? offered[name]!.values : undefined;
  if (values === undefined) {
    return unknownName(written, name, offered, words);
  }
  if (choice === undefined || !values.includes(choice)) {
    return `${name} must be ${oneOf(values)}, got ${JSON.stringify(written)}`;
  }
  return Object.hasOwn(chosen, name) ? `${name} is given twice, the second time as ${choice}` : undefined;
}

function unknownName(written: unknown, name: string, offered: Offered, words: readonly string[]): string {
  const sentence = `nothing is called ${JSON.stringify(written)}`;
  const near = nearest(name, [...words, ...Object.keys(offered)]);
  if (near !== undefined) {
    return `${sentence}; did you mean ${Object.hasOwn(offered, near) ? forms(near, offered) : near}?`;
  }
  return `${sentence}; there is ${oneOf([...words, ...Object.keys(offered).map(name => `${name}=...`)])}`;
}

/** `keyword_delete=archive, =permanent or =ignore` */
const forms = (name: string, offered: Offered) =>
  `${name}=${oneOf(offered[name]!.values.map((value, index) => (index === 0 ? value : `=${value}`)))}`;

const oneOf = (values: readonly string[]) =>
  values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
