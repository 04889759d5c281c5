import {count} from '../../schema/issues/issue-list.js';
import {beginningOf} from './beginning.js';

/** `gift` of `1 gift`, `gifts` of any other number. */
export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** A value as a message quotes it: short. */
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(beginningOf(value, 100).value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};
