import {plural} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {hasTerm, isSearch, searchBeside, unknownParameters} from '../../terms.js';
import {proposed} from '../searches/corrected-read.js';

export const fullScanPoll: FindingRule = {
  id: 'full-scan-poll',
  axis: 'cost',
  level: 'warn',
  what: 'A client reads a list to its end twice in a session, although a search could replace it. For searches without a term, search-without-term reports the same.',
  why: 'The client reads all records to find the few that changed: `updated_from` returns only those.',
  turnOff: 'If the client needs all records each time.',
  bad: example('/api/v1/constituents?limit=500', '/api/v1/constituents?limit=500'),
  good: example(
    '/api/v1/constituents?limit=500',
    '/api/v1/constituents/search?q[]=updated_from=2025-12-31T00:00:00Z&expand=email_addresses',
  ),
  reads: operation => operation?.reply.kind === 'page' && !isSearch(operation) && !operation.path.includes('{'),
  inspect: (exchange, session) => {
    const {step, catalog} = session;
    const search = searchBeside(exchange.operation!, catalog.operations);
    if (step === undefined || search === undefined || !hasTerm(search, 'updated_from')) {
      return undefined;
    }
    const {walk, page} = step;
    if (
      unknownParameters(exchange).length > 0 ||
      walk.ends < 2 ||
      page.facts.next_link !== undefined ||
      page.facts.total_items === 0
    ) {
      return fine;
    }
    const term = `updated_from=${exchange.at.slice(0, 10)}`;
    return {
      where: '',
      nearest: `${search.path}?q[]=${term}`,
      message: `all ${plural(page.facts.total_items, 'record')} were read again; ${search.path}?q[]=${term} returns what changed`,
      fix: 'Request what changed since the last run, with updated_from.',
      ...proposed(exchange, session, {'q[]': term, offset: undefined}),
    };
  },
};
