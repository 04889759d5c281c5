import {fold} from '../../src/search/fold.js';
import type {Data} from './naive-search.js';

/** Random numbers from fast-check, so that its seed reproduces a case. */
export interface Dice {
  /** Returns an integer from 0 to `limit - 1`. */
  below(limit: number): number;
}

export const pick = <T>(dice: Dice, from: readonly T[]): T => from[dice.below(from.length)]!;

/** The largest number means true, because fast-check shrinks towards 0, the simple case. */
export const chance = (dice: Dice, oneIn: number): boolean => dice.below(oneIn) === oneIn - 1;

/** A search term: its random values, and the rows that it finds. */
export interface NaiveTerm<R> {
  /** Returns a value for the term, usually one that finds this row or almost does. */
  random(dice: Dice, row: R | undefined, data: Data): string;
  finds(wanted: string, row: R, data: Data): boolean;
}

/** The values of a row or of its related records. */
type Values<R, V> = (row: R, data: Data) => ReadonlyArray<V | null>;

function known<R, V>(values: Values<R, V>, dice: Dice, row: R | undefined, data: Data): V | undefined {
  const held = row === undefined ? [] : values(row, data).filter(value => value !== null);
  return held.length === 0 || chance(dice, 10) ? undefined : pick(dice, held);
}

const nobodys = 'Nobody Has This';

/** Varies a text as a client may write it: in capitals, without accents. */
export function disguise(dice: Dice, text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const written = pick(dice, [text, text.toUpperCase(), text.toLowerCase(), plain]).trim();
  return fold(written) === '' || written.includes(';') ? nobodys : written;
}

export function piece(dice: Dice, text: string): string {
  const letters = [...text];
  const start = dice.below(letters.length + 1);
  return letters.slice(start, start + 1 + dice.below(6)).join('');
}

const beginning = (dice: Dice, text: string): string => [...text].slice(0, 1 + dice.below(6)).join('');

const textTerm =
  (cut: (dice: Dice, text: string) => string, isMatch: (text: string, wanted: string) => boolean) =>
  <R>(texts: Values<R, string>): NaiveTerm<R> => ({
    random: (dice, row, data) => disguise(dice, cut(dice, known(texts, dice, row, data) ?? nobodys)),
    finds: (wanted, row, data) => texts(row, data).some(text => text !== null && isMatch(fold(text), fold(wanted))),
  });

/** A text contains the value. */
export const containing = textTerm(piece, (text, wanted) => text.includes(wanted));
/** A text equals the value. */
export const equalling = textTerm(
  (_, text) => text,
  (text, wanted) => text === wanted,
);
/** A text starts with the value. */
export const startingWith = textTerm(beginning, (text, wanted) => text.startsWith(wanted));

/** A number contains the value as written; or the number's digits contain the value, if it has only digits. */
export const phoneTerm = <R>(numbers: Values<R, string>): NaiveTerm<R> => ({
  random: (dice, row, data) => {
    const number = known(numbers, dice, row, data) || '(555) 010-9999';
    const digits = number.replaceAll(/\D/g, '');
    const value = pick(dice, [number, piece(dice, number), piece(dice, digits), number.replaceAll(/\D+/g, '.')]);
    return value.trim() === '' ? number : value.trim();
  },
  finds: (wanted, row, data) => {
    const digits = wanted.replaceAll(/[\s().+/-]/g, '');
    const hasOnlyDigits = digits !== '' && !/\D/.test(digits);
    return numbers(row, data).some(
      number =>
        number !== null &&
        (fold(number).includes(fold(wanted)) || (hasOnlyDigits && number.replaceAll(/\D/g, '').includes(digits))),
    );
  },
});

const strangersId = 999_999_999;

/** Enough ids that the engine no longer looks up each of them. */
const manyIds = Array.from({length: 1001}, (_, index) => strangersId + index);

function randomIds<R>(ids: Values<R, number>, dice: Dice, row: R | undefined, data: Data): string {
  const wanted = Array.from({length: 1 + dice.below(3)}, () => {
    // Ids of a kind are close together, so the next id probably belongs to another record.
    const id = (known(ids, dice, row, data) ?? strangersId) + pick(dice, [0, 0, 1, 2]);
    return Math.max(1, id);
  });
  return [...wanted, ...(chance(dice, 20) ? manyIds : [])].join(pick(dice, [',', ' , ']));
}

const includesId = (list: string, id: number) => list.split(',').some(wanted => Number(wanted) === id);

export const idTerm = <R>(ids: Values<R, number>): NaiveTerm<R> => ({
  random: (dice, row, data) => String(known(ids, dice, row, data) ?? strangersId),
  finds: (wanted, row, data) => ids(row, data).some(id => id === Number(wanted)),
});

/** An id is in the list. */
export const idsTerm = <R>(ids: Values<R, number>): NaiveTerm<R> => ({
  random: (dice, row, data) => randomIds(ids, dice, row, data),
  finds: (wanted, row, data) => ids(row, data).some(id => id !== null && includesId(wanted, id)),
});

/** `in|ids`, `ni|ids`, and `bl` if the id can be unset. @param idOf returns null if unset */
export const choiceTerm = <R>(idOf: (row: R, data: Data) => number | null, canBeUnset: boolean): NaiveTerm<R> => ({
  random: (dice, row, data) => {
    const operator = pick(dice, canBeUnset ? ['in', 'ni', 'bl'] : ['in', 'ni']);
    return operator === 'bl' ? 'bl' : `${operator}|${randomIds((row, data) => [idOf(row, data)], dice, row, data)}`;
  },
  finds: (wanted, row, data) => {
    const id = idOf(row, data);
    const [operator, list = ''] = wanted.split('|');
    if (operator === 'bl') {
      return id === null;
    }
    const isListed = id !== null && includesId(list, id);
    return operator === 'in' ? isListed : !isListed;
  },
});

/** A text is in the list. */
export const textsTerm = <R>(texts: Values<R, string>): NaiveTerm<R> => {
  const random = (dice: Dice, row: R | undefined, data: Data) =>
    disguise(dice, known(texts, dice, row, data) ?? nobodys).replaceAll(',', '.');
  return {
    random: (dice, row, data) => Array.from({length: 1 + dice.below(3)}, () => random(dice, row, data)).join(', '),
    finds: (wanted, row, data) =>
      texts(row, data).some(text => text !== null && wanted.split(',').some(one => fold(one.trim()) === fold(text))),
  };
};

export const flagTerm = <R>(isSo: (wanted: boolean, row: R, data: Data) => boolean): NaiveTerm<R> => ({
  random: dice => pick(dice, ['0', '1']),
  finds: (wanted, row, data) => isSo(wanted === '1', row, data),
});

const second = 1000;
const day = 86_400 * second;

/** Returns a moment at or near the given one. */
const randomMoment = (dice: Dice, moment: string): string => {
  const near = Date.parse(moment) + pick(dice, [0, second, -second, day, -day, 300 * day, -300 * day]);
  return new Date(near).toISOString();
};

/** The value is at or after the wanted one. A date without a time means its first second. */
export const fromTerm = <R>(moments: Values<R, string>): NaiveTerm<R> => ({
  random: (dice, row, data) => randomMomentOrDay(dice, known(moments, dice, row, data)),
  finds: (wanted, row, data) =>
    moments(row, data).some(moment => moment !== null && Date.parse(moment) >= Date.parse(wanted)),
});

/** The value is at or before the wanted one. A wanted date without a time means its last second. */
export const toTerm = <R>(moments: Values<R, string>): NaiveTerm<R> => ({
  random: (dice, row, data) => randomMomentOrDay(dice, known(moments, dice, row, data)),
  finds: (wanted, row, data) => {
    const last = wanted.includes('T') ? Date.parse(wanted) : Date.parse(wanted) + day - second;
    return moments(row, data).some(moment => moment !== null && Date.parse(moment) <= last);
  },
});

function randomMomentOrDay(dice: Dice, moment = '2023-06-01'): string {
  const near = randomMoment(dice, moment);
  return pick(dice, [near.slice(0, 10), `${near.slice(0, 19)}Z`]);
}

export const randomDay = (dice: Dice, near = '2023-06-01'): string => randomMoment(dice, near).slice(0, 10);

export const dayTerm = <R>(
  days: Values<R, string>,
  isMatch: (milliseconds: number, wanted: number) => boolean,
): NaiveTerm<R> => ({
  random: (dice, row, data) => randomDay(dice, known(days, dice, row, data)),
  finds: (wanted, row, data) =>
    days(row, data).some(value => value !== null && isMatch(Date.parse(value), Date.parse(wanted))),
});
