import {nearest} from '../../schema/nearest.js';
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
    const refuse = (problem: string): never => {
      throw new UsageError(`${source}: ${problem}`);
    };
    const chosen: Record<string, string> = {};
    let word: string | undefined;
    for (const written of writtenChoices(value)) {
      const [name = '', choice] = String(written).split(/=(.*)/s);
      if (Object.hasOwn(words, String(written))) {
        word =
          word === undefined
            ? String(written)
            : refuse(`${Object.keys(words).join(' and ')} are not both true: give one of them, once`);
        continue;
      }
      const {values} = Object.hasOwn(offered, name)
        ? offered[name]!
        : refuse(unknownName(written, name, offered, Object.keys(words)));
      if (choice === undefined || !values.includes(choice)) {
        refuse(`${name} must be ${oneOf(values)}, got ${JSON.stringify(written)}`);
      } else if (Object.hasOwn(chosen, name)) {
        refuse(`${name} is given twice, the second time as ${choice}`);
      } else {
        chosen[name] = choice;
      }
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
