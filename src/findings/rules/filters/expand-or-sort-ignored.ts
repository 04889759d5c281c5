import {example, type FindingRule} from '../../rule.js';
import {searchOf} from '../searches/corrected-read.js';
import {ignoredMistakes} from './ignored-mistakes.js';

export const expandOrSortIgnored: FindingRule = {
  id: 'expand-or-sort-ignored',
  axis: 'filters',
  level: 'warn',
  what: '`expand` or `sort` is sent where it does nothing.',
  why: 'The reply is in another order than the client believes, or lacks what it reads from it.',
  turnOff: 'Where one client writes the same parameters everywhere and reads nothing of them.',
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
      message: `"${name}" does nothing here${isThere ? `; ${search!.path} takes it` : ''}`,
      fix: isThere ? `Ask ${search!.path}, which takes ${offered.join(', ')}.` : `Leave "${name}" out.`,
    };
  }),
};
