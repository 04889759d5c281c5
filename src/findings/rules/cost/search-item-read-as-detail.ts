import type {ServedPage} from '../../memory/pages-read.js';
import {example, type FindingRule} from '../../rule.js';
import {proposed} from '../searches/corrected-read.js';

/** The last search whose items were not read yet, and a flag for any detail that was read. */
const remember = (): {open?: ServedPage | undefined; wasRead?: boolean} => ({});

export const searchItemReadAsDetail: FindingRule = {
  id: 'search-item-read-as-detail',
  axis: 'cost',
  level: 'info',
  what: 'A client searches for constituents without `expand`, and reads no detail or search with `expand` after it.',
  why: 'Search results have no addresses, phone numbers or groups unless they are expanded: a client that reads them there finds none.',
  turnOff: 'If the client needs only names.',
  bad: example('/api/v1/constituents/search?q[]=name=Braun'),
  good: example('/api/v1/constituents/search?q[]=name=Braun&expand=email_addresses'),
  falseAlarms: [
    {
      what: 'The client needs only names.',
      undecided: 'The sandbox cannot see what a client reads from a response, so this is only an info.',
    },
    {
      what: 'The client reads the detail after the search.',
      example: example('/api/v1/constituents/search?q[]=name=Braun', '/api/v1/constituents/959400'),
    },
  ],
  reads: operation => operation?.id === 'searchConstituents' || operation?.id === 'showConstituent',
  inspect: ({operation, query}, session) => {
    const memo = session.memory(remember);
    const page = session.step?.page;
    if (operation!.id === 'showConstituent' || query['expand'] !== undefined) {
      memo.open = undefined;
      memo.wasRead = true;
    } else if (page !== undefined && page.facts.items_count > 0) {
      memo.open ??= page;
    }
    return undefined;
  },
  atEnd: session => {
    const {open, wasRead} = session.memory(remember);
    if (open === undefined) {
      return wasRead ? [] : undefined;
    }
    return {
      where: 'expand',
      nearest: 'expand=email_addresses',
      at: open.at,
      message: 'search results have no addresses unless they are expanded; did you mean expand=email_addresses?',
      fix: 'Name the fields that you read in expand.',
      ...proposed(open, session, {expand: 'email_addresses'}),
    };
  },
};
