import {isObject} from '../../schema/items.js';
import {nearest} from '../../schema/nearest.js';
import {partsOf, type Read, UsageError} from './values.js';

type Offered = Readonly<Record<string, {readonly values: readonly string[]}>>;

type Chosen<T extends Offered> = {readonly [name in keyof T]?: T[name]['values'][number]};

/**
 * Parses choices, each a name with one of its values: `name=value`; in a file also an object.
 * @param words shorthands for several choices; an explicit choice overrides them
 */
export function choices<const T extends Offered>(
  offered: T,
  words: Readonly<Record<string, Chosen<T>>> = {},
): Read<Chosen<T>> {
  const read = (value: unknown, source: string): Chosen<T> => {
    const refuse = (problem: string): never => {
      throw new UsageError(`${source}: ${problem}`);
    };
    const chosen: Record<string, string> = {};
    let word: string | undefined;
    for (const written of writtenChoices(value)) {
      const text = String(written);
      const [name = '', choice] = text.split(/=(.*)/s);
      if (Object.hasOwn(words, text)) {
        const all = Object.keys(words).join(' and ');
        word = word === undefined ? text : refuse(`${all} are not both true: give one of them, once`);
      } else if (!Object.hasOwn(offered, name)) {
        refuse(`nothing is called ${JSON.stringify(written)}; ${hintFor(name, offered, Object.keys(words))}`);
      } else if (choice === undefined || !offered[name]!.values.includes(choice)) {
        refuse(`${name} must be ${oneOf(offered[name]!.values)}, got ${JSON.stringify(written)}`);
      } else if (Object.hasOwn(chosen, name)) {
        refuse(`${name} is given twice, the second time as ${choice}`);
      } else {
        chosen[name] = choice;
      }
    }
    return {...(word === undefined ? {} : words[word]), ...chosen} as Chosen<T>;
  };
  return Object.assign(read, factsOf(offered, Object.keys(words)));
}

/** The completion offers names first, and values after a name. */
function factsOf(offered: Offered, words: readonly string[]) {
  const fields = Object.entries(offered).map(([name, {values}]) => [name, {enum: values}]);
  const named = {type: 'object', properties: Object.fromEntries(fields), additionalProperties: false};
  const offer = (typed: string) => {
    const [name = '', value] = typed.split(/=(.*)/s);
    return value === undefined
      ? [...words, ...Object.keys(offered).map(name => `${name}=`)]
      : (offered[name]?.values ?? []).map(choice => `${name}=${choice}`);
  };
  return {label: 'name=value', schema: {anyOf: [{type: 'string'}, named]}, isList: true, offer};
}

/** Formats each choice as `name=value`. */
function writtenChoices(value: unknown): unknown[] {
  return isObject(value) ? Object.entries(value).map(([name, choice]) => `${name}=${choice}`) : partsOf(value);
}

function hintFor(name: string, offered: Offered, words: readonly string[]): string {
  const near = nearest(name, [...words, ...Object.keys(offered)]);
  return near === undefined
    ? `there is ${oneOf([...words, ...Object.keys(offered).map(name => `${name}=...`)])}`
    : `did you mean ${Object.hasOwn(offered, near) ? forms(near, offered) : near}?`;
}

/** `keyword_delete=archive, =permanent or =ignore` */
const forms = (name: string, offered: Offered) =>
  `${name}=${oneOf(offered[name]!.values.map((value, index) => (index === 0 ? value : `=${value}`)))}`;

const oneOf = (values: readonly string[]) =>
  values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
