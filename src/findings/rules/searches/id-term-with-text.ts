import {shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import {decodedAgain, isSearch, writtenParts} from '../../terms.js';
import {acceptedValue, lookups} from './term-values.js';

const searches = {constituent_id: {path: '/api/v1/constituents/search'}, gift_ids: {path: '/api/v1/gifts/search'}};
const lists: Readonly<Record<string, {readonly path: string}>> = {...lookups, ...searches};

export const idTermWithText: FindingRule = {
  id: 'id-term-with-text',
  axis: 'searches',
  level: 'error',
  what: 'A term that takes ids receives text.',
  why: 'The search finds nothing, and the response is 200 with an empty page.',
  turnOff: 'Never: ids are numbers.',
  bad: example('/api/v1/contact_reports/search?q[]=contact_report_type_id=Call'),
  good: example('/api/v1/contact_reports/search?q[]=contact_report_type_id=2183'),
  reads: isSearch,
  inspect: exchange => {
    const parts = writtenParts(exchange).filter(
      ({name, value}) => name !== undefined && Object.hasOwn(lists, name) && decodedAgain(value!) === undefined,
    );
    if (parts.length === 0) {
      return undefined;
    }
    const {ignored, refused} = exchange.issues;
    const wrong = [...ignored, ...refused].filter(({code}) => code === 'unknown-id' || code === 'invalid');
    const terms = new Set(wrong.map(({path}) => path[0]));
    const {before, operation} = exchange;
    return parts
      .filter(({name, value}) => terms.has(name!) && /[^\d\s,|]/.test(value!.replace(/^(?:in|ni)\|/, '')))
      .map(({name, value, text}): Mistake => {
        const {path} = lists[name!]!;
        const spec = operation!.search!.terms.find(term => term.name === name)!;
        const ids = acceptedValue(spec, value!, before);
        const near = ids === undefined ? undefined : `${name}=${ids}`;
        const words = value!.replace(/^(?:in|ni)\|/, '');
        return {
          where: `q[] ${name}`,
          got: shown(text),
          nearest: near ?? `GET ${path}`,
          message: `${name} takes ids, not "${shown(words)}"; ${near === undefined ? `GET ${path} lists them` : `did you mean ${near}?`}`,
          fix: `Look the id up in GET ${path}, and send it.`,
        };
      });
  },
};
