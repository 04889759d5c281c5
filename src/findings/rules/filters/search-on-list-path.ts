import {pageFacts} from '../../memory/pages-read.js';
import {pathWith, plural, shown} from '../../rewrite.js';
import {example, type FindingRule} from '../../rule.js';
import {ignoredParameters, searchBeside, termFor} from '../../terms.js';

/** The most likely term for a value if the parameter's name only means "search". */
function termOf(name: string, value: string): string {
  const bare = value.replace(/^(?:q|search|query)=/, '');
  if (/^\w+=/.test(bare)) {
    return bare;
  }
  if (name === 'email' || bare.includes('@')) {
    return `eaddr=${bare}`;
  }
  return name === 'phone' ? `phone_number=${bare}` : `name=${bare}`;
}

export const searchOnListPath: FindingRule = {
  id: 'search-on-list-path',
  axis: 'filters',
  level: 'error',
  what: 'A list is given `email`, `search`, `q`, `name`, `query` or `phone`.',
  why: 'Lists have no filter: the reply is the first page of all records, and its first record is taken for the one that was looked for.',
  turnOff: 'Never: nobody searches where nothing is searched.',
  bad: example('/api/v1/constituents?email=bettie.braun400@example.com&limit=10'),
  good: example('/api/v1/constituents/search?q[]=eaddr=bettie.braun400@example.com&expand=email_addresses'),
  only: 'with a query',
  reads: operation => operation?.reply.kind === 'page',
  inspect: (exchange, session) =>
    ignoredParameters(exchange, 'search-on-list-path')?.map(({name, value}) => {
      const search = searchBeside(exchange.operation!, session.catalog.operations);
      const asked = termOf(name, value);
      const [term = '', text = ''] = asked.split(/=(.*)/s);
      const wanted = search && (termFor(search, term, text) ?? `${search.search!.terms[0]!.name}=${text}`);
      const total = pageFacts(exchange)?.total_items ?? 0;
      const path = search && pathWith(search.path, [['q[]', wanted!]]);
      return {
        where: name,
        got: shown(value),
        ...(path !== undefined && {nearest: path, request: () => ({method: 'GET', path})}),
        message: `this list has no filter, the reply is all ${plural(total, 'record')}${path === undefined ? '' : `; did you mean GET ${shown(path)}?`}`,
        fix:
          path === undefined
            ? 'Read the whole list, page by page, and look in it.'
            : `Search with ${search!.path} and the term ${wanted!.split('=', 1)[0]}.`,
      };
    }),
};
