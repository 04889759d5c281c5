import type {ServedPage} from '../../memory/pages-read.js';
import {example, type FindingRule} from '../../rule.js';
import {proposed} from '../searches/corrected-read.js';

/** The last search whose items were not read yet, and a flag for any read detail. */
const remember = (): {open?: ServedPage | undefined; wasRead?: boolean} => ({});

export const searchItemReadAsDetail: FindingRule = {
  id: 'search-item-read-as-detail',
  axis: 'cost',
  level: 'info',
  what: 'Constituents are searched without `expand`, and neither a detail nor a search with `expand` follows.',
  why: 'Items of a search have no addresses, phone numbers or groups unless they are expanded: who reads them there finds none.',
  turnOff: 'Where only names are read.',
  bad: example('/api/v1/constituents/search?q[]=name=Braun'),
  good: example('/api/v1/constituents/search?q[]=name=Braun&expand=email_addresses'),
  falseAlarms: [
    {
      what: 'Only names are wanted.',
      undecided: 'What a client reads of a reply cannot be seen: it is no more than an info.',
    },
    {
      what: 'The detail is read behind the search.',
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
      message: 'items of a search carry no addresses unless they are expanded; did you mean expand=email_addresses?',
      fix: 'Name in expand what is read of the items.',
      ...proposed(open, session, {expand: 'email_addresses'}),
    };
  },
};
