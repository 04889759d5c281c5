import {formatTimestamp} from '../../../accounts/clock.js';
import type {FullExchange} from '../../../exchanges/exchange.js';
import type {Term} from '../../../search/term.js';
import {readDate, readMoment} from '../../fields/read-date.js';
import {nearestName} from '../../fields/references.js';
import {rowsOf} from '../../fields/reply-body.js';
import {withPlus} from '../../terms.js';

/** The source of a term's ids: the kind of record, the path that lists it, and its name field. */
interface Lookup {
  readonly kind: string;
  readonly path: string;
  readonly name?: string;
}

/** Terms with the same name as the kind. */
const namedAfter = (path: string, ...kinds: string[]) =>
  Object.fromEntries(kinds.map(kind => [kind, {kind, path: `${path}/${kind}`}]));

export const lookups: Readonly<Record<string, Lookup>> = {
  ...namedAfter('/api/v1', 'gift_types', 'payment_types', 'campaigns', 'funds', 'appeals', 'events', 'groups', 'lists'),
  ...namedAfter('/api/v1/types', 'appeal_types', 'event_types'),
  categories: {kind: 'gift_categories', path: '/api/v1/gift_categories', name: 'display_name'},
  membership_level: {kind: 'membership_levels', path: '/api/v1/membership_levels'},
  keyword: {kind: 'keywords', path: '/api/v1/categories'},
  const_keyword: {kind: 'keywords', path: '/api/v1/categories'},
  contact_report_type_id: {kind: 'contact_report_types', path: '/api/v1/types/contact_report_types'},
  volunteering_category_id: {kind: 'volunteering_categories', path: '/api/v1/types/volunteering_categories'},
};

/** Maximum number of names to look up in one value. */
const maxNames = 5;

/** The ids of the records with these or the nearest names; ids are kept. Undefined if a name resembles none. */
function idsOf(written: string, {kind, name = 'name'}: Lookup, state: FullExchange['before']): string | undefined {
  const rows = rowsOf(state, kind);
  const names = rows.map(row => String(row[name]));
  const idOf = (text: string) => {
    const near = /^\d+$/.test(text) ? undefined : nearestName(text, names);
    return near === undefined ? (/^\d+$/.test(text) ? text : undefined) : String(rows[names.indexOf(near)]!.id);
  };
  const parts = names.includes(written) ? [written] : written.split(',');
  const ids = parts.length > maxNames ? [] : parts.map(part => idOf(part.trim()));
  return ids.length === 0 || ids.includes(undefined) ? undefined : ids.join(',');
}

/** Converts a number to a moment: seconds or milliseconds since 1970, or a year. */
function momentOf(value: string, isEnd: boolean): string | undefined {
  if (/^(?:19|20)\d\d$/.test(value)) {
    return `${value}-${isEnd ? '12-31' : '01-01'}`;
  }
  const number = /^(?:0|\d{9,13})$/.test(value) ? Number(value) : undefined;
  return number === undefined ? undefined : formatTimestamp(number < 1e11 ? number * 1000 : number);
}

const flagOf = (value: string): string | undefined =>
  /^(?:true|yes|org)/i.test(value) ? '1' : /^(?:false|no$|ind)/i.test(value) ? '0' : undefined;

/** Converts a value to the form that its term accepts; undefined if it has none. */
export function acceptedValue({name, value: reader}: Term, written: string, state: FullExchange['before']) {
  const value = name === 'eaddr' ? withPlus(written) : written;
  const isAccepted = (text: string | undefined): boolean => text !== undefined && reader.read(text) !== undefined;
  if (isAccepted(value)) {
    return value;
  }
  const bare = value.replace(/^[a-z]{2,3}\|/, '');
  if (Object.hasOwn(lookups, name)) {
    const ids = idsOf(bare, lookups[name]!, state);
    const operator = value.startsWith('ni|') ? 'ni|' : 'in|';
    return ids === undefined ? undefined : [`${operator}${ids}`, ids].find(isAccepted);
  }
  const number = value.replaceAll(/[$€£,\s]/g, '');
  const date = value.slice(value.lastIndexOf('|') + 1);
  const day = readDate(date) ?? momentOf(value, name.endsWith('_to'));
  const dates = [readMoment(date), day && value.replace(date, day), day?.slice(0, 10)];
  return [...dates, bare, number, `eq|${number}`, flagOf(value)].find(isAccepted);
}
