import type {FullExchange} from '../../../exchanges/exchange.js';
import {rowsOf} from '../../fields/reply-body.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import {decodedAgain, isSearch, replaceParts, writtenParts} from '../../terms.js';

/** The sources of a term's ids: the kind of record, the path that lists it, and its name field. */
const lookups: Readonly<Record<string, {readonly kind: string; readonly path: string; readonly name?: string}>> = {
  gift_types: {kind: 'gift_types', path: '/api/v1/gift_types'},
  payment_types: {kind: 'payment_types', path: '/api/v1/payment_types'},
  campaigns: {kind: 'campaigns', path: '/api/v1/campaigns'},
  funds: {kind: 'funds', path: '/api/v1/funds'},
  appeals: {kind: 'appeals', path: '/api/v1/appeals'},
  events: {kind: 'events', path: '/api/v1/events'},
  categories: {kind: 'gift_categories', path: '/api/v1/gift_categories', name: 'display_name'},
  appeal_types: {kind: 'appeal_types', path: '/api/v1/types/appeal_types'},
  event_types: {kind: 'event_types', path: '/api/v1/types/event_types'},
  groups: {kind: 'groups', path: '/api/v1/groups'},
  lists: {kind: 'lists', path: '/api/v1/lists'},
  membership_level: {kind: 'membership_levels', path: '/api/v1/membership_levels'},
  keyword: {kind: 'keywords', path: '/api/v1/categories'},
  const_keyword: {kind: 'keywords', path: '/api/v1/categories'},
  contact_report_type_id: {kind: 'contact_report_types', path: '/api/v1/types/contact_report_types'},
  volunteering_category_id: {kind: 'categories', path: '/api/v1/categories?item_type=VolunteerTime'},
};

function idNamed({kind, name = 'name'}: (typeof lookups)[string], text: string, {before}: FullExchange) {
  const wanted = text.trim().toLowerCase();
  return rowsOf(before, kind).find(row => String(row[name]).toLowerCase() === wanted)?.id;
}

export const idTermWithText: FindingRule = {
  id: 'id-term-with-text',
  axis: 'searches',
  level: 'error',
  what: 'A term that takes ids is given a text.',
  why: 'The service finds nothing by it, and says so with 200 and an empty page.',
  turnOff: 'Never: no record has a text for an id.',
  bad: example('/api/v1/contact_reports/search?q[]=contact_report_type_id=Call'),
  good: example('/api/v1/contact_reports/search?q[]=contact_report_type_id=2183'),
  reads: isSearch,
  inspect: exchange => {
    const parts = writtenParts(exchange).filter(
      ({name, value}) => name !== undefined && Object.hasOwn(lookups, name) && decodedAgain(value!) === undefined,
    );
    if (parts.length === 0) {
      return undefined;
    }
    const {ignored, refused} = exchange.issues;
    const terms = new Set([
      ...ignored.filter(({code}) => code === 'unknown-id').map(({path}) => path[0]),
      ...refused.filter(({code, in: part}) => code === 'invalid' && part === 'query').map(({path}) => path[0]),
    ]);
    return parts
      .filter(({name, value}) => terms.has(name!) && /[^\d\s,|]/.test(value!.replace(/^(?:in|ni)\|/, '')))
      .map(({name, value, text}): Mistake => {
        const lookup = lookups[name!]!;
        const [operator, asked] = /^(?:in|ni)\|/.test(value!) ? [value!.slice(0, 3), value!.slice(3)] : ['', value!];
        const id = idNamed(lookup, asked, exchange);
        const needed = operator === '' && /^(?:in|ni)\b/.test(acceptsOf(exchange, name!)) ? 'in|' : operator;
        const near = id === undefined ? undefined : `${name}=${needed}${id}`;
        return {
          where: `q[] ${name}`,
          got: shown(text),
          nearest: near ?? `GET ${lookup.path}`,
          message: `${name} takes ids, not "${shown(asked)}"; ${near === undefined ? `GET ${lookup.path} has them` : `did you mean ${near}?`}`,
          fix: `Look the id up by name in GET ${lookup.path}, and send it.`,
          request: () =>
            near === undefined
              ? {method: 'GET', path: lookup.path}
              : replaceParts(exchange, part => (part.text === text ? near : part.text)),
        };
      });
  },
};

const acceptsOf = ({operation}: FullExchange, name: string): string =>
  operation!.search!.terms.find(term => term.name === name)?.value.accepts ?? '';
