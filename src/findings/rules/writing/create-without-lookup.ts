import {example, type FindingRule, fine} from '../../rule.js';
import {writtenParts} from '../../terms.js';
import {donorExample} from '../example-requests.js';
import {followsFailedSearch} from './create-after-failed-search.js';

const looking = new Set(['name', 'eaddr', 'external_id']);

const remember = (): {wasLookedUp: boolean} => ({wasLookedUp: false});

export const createWithoutLookup: FindingRule = {
  id: 'create-without-lookup',
  axis: 'writing',
  level: 'info',
  what: 'A client creates a constituent without searching by `name`, `eaddr` or `external_id` before.',
  why: 'Most donors already exist: a client that does not search first creates duplicates.',
  turnOff: 'For imports into an empty account.',
  bad: example(donorExample),
  good: example('/api/v1/constituents/search?q[]=eaddr=ann@example.org', donorExample),
  falseAlarms: [
    {what: 'Imports.', undecided: 'An import looks like a client that never searches, so this is only an info.'},
  ],
  reads: operation => operation?.id === 'createConstituent' || operation?.id === 'searchConstituents',
  inspect: (exchange, session) => {
    const memo = session.memory(remember);
    if (exchange.operation!.method === 'GET') {
      memo.wasLookedUp ||= writtenParts(exchange).some(({name, text}) => looking.has(name ?? '') || text.trim() !== '');
      return undefined;
    }
    if (exchange.status !== 200) {
      return undefined;
    }
    return memo.wasLookedUp || followsFailedSearch(exchange, session)
      ? fine
      : {
          where: '',
          nearest: 'GET /api/v1/constituents/search',
          message: 'a constituent was created without a search before it',
          fix: 'Search by eaddr, name or external_id first, and create a constituent if nobody is found.',
        };
  },
};
