import {comparisonForm, readComparison} from '../../search/comparisons.js';
import type {Condition, keyed} from '../../search/condition.js';
import {startingWith} from '../../search/ranges.js';
import {day, isDate, readNumber, text, type ValueReader} from '../../search/read-values.js';
import {type Term, term} from '../../search/term.js';
import type {Transaction} from '../../store/transaction.js';
import {attributes} from '../attributes.js';

type Keyed = ReturnType<typeof keyed>;

/** An attribute and a predicate for its value. Values are compared folded. */
interface Wanted {
  readonly attribute: string;
  accepts(value: string): boolean;
}

const operators: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  ft: (value, wanted) => value.includes(wanted),
  nft: (value, wanted) => !value.includes(wanted),
  eq: (value, wanted) => value === wanted,
  ne: (value, wanted) => value !== wanted,
  sw: (value, wanted) => value.startsWith(wanted),
  bl: value => value.trim() === '',
  nb: value => value.trim() !== '',
};

/** `<key>|<op>|<value>`. Observed: `bl` and `nb` require a value as well, but ignore it. */
const textComparison: ValueReader<Wanted> = {
  accepts: `key|op|value with op one of ${Object.keys(operators).join(', ')}, no part blank (bl and nb need a value too)`,
  example: 'background_info|ft|a',
  read: written => {
    const [attribute = '', operator = '', ...rest] = written.split('|');
    const wanted = text.read(rest.join('|'));
    const compare = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
    return attribute === '' || wanted === undefined || compare === undefined
      ? undefined
      : {attribute, accepts: value => compare(value, wanted)};
  },
};

const numberComparison: ValueReader<Wanted> = {
  accepts: comparisonForm('key|'),
  example: 'wealth_score|btw|10|90',
  read: written => {
    const [attribute = '', ...rest] = written.split('|');
    const compare = readComparison(rest);
    if (attribute === '' || compare === undefined) {
      return undefined;
    }
    const accepts = (value: string) => {
      const number = readNumber(value);
      return number !== undefined && compare(number);
    };
    return {attribute, accepts};
  },
};

/** @param compare receives the date at the start of a value; values without a date do not match */
const dateComparison = (compare: (value: string, wanted: string) => boolean): ValueReader<Wanted> => ({
  accepts: 'key|YYYY-MM-DD',
  example: 'first_contact|2020-01-01',
  read: written => {
    const [attribute = '', ...rest] = written.split('|');
    const wanted = day.read(rest.join('|'));
    if (attribute === '' || wanted === undefined) {
      return undefined;
    }
    const accepts = (value: string) => isDate(value.slice(0, 10)) && compare(value.slice(0, 10), wanted);
    return {attribute, accepts};
  },
});

/** Holders of an accepted value of the attribute; empty if no attribute has the key. */
function holders(key: Keyed, {attribute, accepts}: Wanted, transaction: Transaction): Condition {
  const definitions = transaction
    .rows(attributes)
    .where('item_type', 'Constituent')
    .toArray()
    .filter(definition => definition.key === attribute);
  const stretches = definitions.map(({id}) => startingWith(`${id}|`));
  return key.within(stretches, held => accepts((held as string).slice((held as string).indexOf('|') + 1)));
}

const attributeTerm = (name: string, value: ValueReader<Wanted>, key: Keyed, finds: string): Term =>
  term({name, value, finds, condition: (wanted, transaction) => holders(key, wanted, transaction)});

/** @param key whose keys are `<id of the attribute>|<folded value>` */
export const attributeTerms = (key: Keyed): readonly Term[] => [
  attributeTerm(
    'custom_attr',
    textComparison,
    key,
    'a value of the custom attribute with this key contains (`ft`), does not contain (`nft`), equals (`eq`), does not equal (`ne`) or starts with (`sw`) the text, is blank (`bl`) or is not (`nb`); constituents without a value never match',
  ),
  attributeTerm(
    'custom_attr_from',
    dateComparison((value, wanted) => value >= wanted),
    key,
    'the value of the custom attribute is this day or later',
  ),
  attributeTerm(
    'custom_attr_to',
    dateComparison((value, wanted) => value <= wanted),
    key,
    'the value of the custom attribute is this day or earlier',
  ),
  attributeTerm(
    'custom_attr_int',
    numberComparison,
    key,
    'the value of the custom attribute, as a number, matches the comparison; both ends of `btw` are included',
  ),
];
