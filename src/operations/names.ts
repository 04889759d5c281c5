import {quote} from '../schema/fields.js';

/** `gift_types` for people: gift types. */
export const words = (name: string): string => name.replaceAll('_', ' ');

/** `gift_types` to `GiftTypes`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `categories` to `category`. */
export function singular(plural: string): string {
  if (plural.endsWith('ies')) {
    return `${plural.slice(0, -3)}y`;
  }
  return plural.replace(/(ss|us)es$|s$/, '$1');
}

export const noneWithId = (collection: string, id: number): string =>
  `there is no ${words(singular(collection))} with id ${id}`;

export const noneNamed = (collection: string, name: unknown): string =>
  `there is no ${words(singular(collection))} named ${quote(name)}`;
