import {get, parametersOf, shown, withParameters} from '../../rewrite.js';
import {example, type FindingRule} from '../../rule.js';
import {ignoredParameters, searchBeside} from '../../terms.js';

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
  inspect: (exchange, session) =>
    ignoredParameters(exchange, 'expand-or-sort-ignored')?.map(({name, value}) => {
      const search = searchBeside(exchange.operation!, session.catalog.operations);
      const offered = name === 'sort' ? search?.search?.sorts : search?.search?.expansions;
      const isThere = offered !== undefined && offered.length > 0;
      return {
        where: name,
        got: shown(value),
        ...(isThere && {nearest: search!.path}),
        message: `"${name}" does nothing here${isThere ? `; ${search!.path} takes it` : ''}`,
        fix: isThere ? `Ask ${search!.path}, which takes ${offered.join(', ')}.` : `Leave "${name}" out.`,
        request: () =>
          isThere
            ? get(search!.path, parametersOf(exchange))
            : withParameters(
                exchange,
                parametersOf(exchange).filter(pair => pair[0] !== name),
              ),
      };
    }),
};
