import {example, type FindingRule} from '../../rule.js';
import {searchOf} from '../searches/corrected-read.js';
import {ignoredMistakes} from './ignored-mistakes.js';

export const expandOrSortIgnored: FindingRule = {
  id: 'expand-or-sort-ignored',
  axis: 'filters',
  level: 'warn',
  what: 'A request sends `expand` or `sort` where it has no effect.',
  why: 'The response has another order than the client expects, or lacks the details that the client reads.',
  turnOff: 'If the client sends the same parameters everywhere and does not depend on them.',
  bad: example('/api/v1/constituents?sort=date_created&limit=10'),
  good: example('/api/v1/constituents/search?q[]=name=Braun&sort=date_created&expand=email_addresses'),
  only: 'with a query',
  reads: operation => operation?.method === 'GET',
  inspect: ignoredMistakes('expand-or-sort-ignored', (name, _, exchange, session) => {
    const search = searchOf(exchange, session);
    const offered = (name === 'sort' ? search?.search?.sorts : search?.search?.expansions) ?? [];
    const isThere = offered.length > 0;
    return {
      ...(isThere && {nearest: search!.path}),
      message: `"${name}" has no effect here${isThere ? `; ${search!.path} accepts it` : ''}`,
      fix: isThere ? `Use ${search!.path}, which accepts ${offered.join(', ')}.` : `Leave "${name}" out.`,
    };
  }),
};
