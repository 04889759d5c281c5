import type {ConstituentRow} from '../../src/resources/constituents/schema.js';
import {fold} from '../../src/search/fold.js';
import type {Data} from './naive-search.js';
import {chance, type Dice, disguise, type NaiveTerm, pick, piece, randomDay} from './naive-terms.js';

/** Returns a comparison near a number: `op|number` or `btw|number|number`. */
export function randomComparison(dice: Dice, near: number): string {
  const number = () => String(Number((near + pick(dice, [0, 0, 1, -1, 0.5, 40, -40])).toFixed(2)));
  const operator = pick(dice, ['gte', 'lte', 'gt', 'lt', 'eq', 'ne', 'btw']);
  return operator === 'btw' ? `btw|${number()}|${number()}` : `${operator}|${number()}`;
}

export function compares(comparison: string, value: number): boolean {
  const [operator, first, second] = comparison.split('|');
  const wanted = Number(first);
  switch (operator) {
    case 'gte':
      return value >= wanted;
    case 'lte':
      return value <= wanted;
    case 'gt':
      return value > wanted;
    case 'lt':
      return value < wanted;
    case 'eq':
      return value === wanted;
    case 'ne':
      return value !== wanted;
    case 'btw':
      return value >= wanted && value <= Number(second);
    default:
      throw new Error(`no comparison: ${comparison}`);
  }
}

interface Held {
  readonly key: string;
  readonly value: string;
}

/** Picks an attribute to search for: one of the row, or any, including unknown ones and those of other record kinds. */
function attributeOf(dice: Dice, row: ConstituentRow | undefined, data: Data): Held {
  const held = row?.custom_attrs ?? [];
  if (held.length > 0 && !chance(dice, 10)) {
    const {attribute_id, value} = pick(dice, held);
    return {key: data.attributes.find(({id}) => id === attribute_id)!.key, value};
  }
  // Few rows have attributes, so most searches use one that a row has.
  const holders = data.constituents.filter(({custom_attrs}) => custom_attrs.length > 0);
  if (held.length === 0 && holders.length > 0 && !chance(dice, 3)) {
    return attributeOf(dice, pick(dice, holders), data);
  }
  return {key: pick(dice, ['no_such_key', ...data.attributes.map(({key}) => key)]), value: '7'};
}

/** A term that compares the values of an attribute. */
const attributeTerm = (
  random: (dice: Dice, value: string) => string,
  isMatch: (value: string, wanted: string) => boolean,
): NaiveTerm<ConstituentRow> => ({
  random: (dice, row, data) => {
    const {key, value} = attributeOf(dice, row, data);
    return `${key}|${random(dice, value)}`;
  },
  finds: (wanted, row, data) => {
    const split = wanted.indexOf('|');
    const key = wanted.slice(0, split);
    return row.custom_attrs.some(({attribute_id, value}) => {
      const definition = data.attributes.find(({id}) => id === attribute_id)!;
      const isIt = definition.item_type === 'Constituent' && definition.key === key;
      return isIt && isMatch(value, wanted.slice(split + 1));
    });
  },
});

function matchesText(value: string, comparison: string): boolean {
  const split = comparison.indexOf('|');
  const [text, wanted] = [fold(value), fold(comparison.slice(split + 1).trim())];
  switch (comparison.slice(0, split)) {
    case 'ft':
      return text.includes(wanted);
    case 'nft':
      return !text.includes(wanted);
    case 'eq':
      return text === wanted;
    case 'ne':
      return text !== wanted;
    case 'sw':
      return text.startsWith(wanted);
    case 'bl':
      return text.trim() === '';
    case 'nb':
      return text.trim() !== '';
    default:
      throw new Error(`no comparison: ${comparison}`);
  }
}

function randomText(dice: Dice, value: string): string {
  const operator = pick(dice, ['ft', 'nft', 'eq', 'ne', 'sw', 'bl', 'nb']);
  const cut = pick(dice, [value, value.slice(0, 3), piece(dice, value)]);
  return `${operator}|${disguise(dice, operator === 'sw' ? value.slice(0, 3) : cut)}`;
}

/** Returns the valid date that a value starts with. */
function dayIn(value: string): number | undefined {
  const written = value.slice(0, 10);
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(written) ? Date.parse(written) : Number.NaN;
  const exists = !Number.isNaN(moment) && new Date(moment).toISOString().slice(0, 10) === written;
  return exists ? moment : undefined;
}

const onDay = (compare: (value: number, wanted: number) => boolean) =>
  attributeTerm(
    (dice, value) => randomDay(dice, dayIn(value) === undefined ? undefined : value.slice(0, 10)),
    (value, wanted) => {
      const day = dayIn(value);
      return day !== undefined && compare(day, Date.parse(wanted));
    },
  );

export const attributeTerms: Readonly<Record<string, NaiveTerm<ConstituentRow>>> = {
  custom_attr: attributeTerm(randomText, matchesText),
  custom_attr_from: onDay((value, wanted) => value >= wanted),
  custom_attr_to: onDay((value, wanted) => value <= wanted),
  custom_attr_int: attributeTerm(
    (dice, value) => randomComparison(dice, Number(value) || 20),
    (value, comparison) => /^\s*-?\d+(\.\d+)?\s*$/.test(value) && compares(comparison, Number(value)),
  ),
};
