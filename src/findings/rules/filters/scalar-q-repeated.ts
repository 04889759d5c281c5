import {shown} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {isSearch} from '../../terms.js';

export const scalarQRepeated: FindingRule = {
  id: 'scalar-q-repeated',
  axis: 'filters',
  level: 'error',
  what: 'A search is sent `q` without brackets more than once. A single `q` is told as info.',
  why: 'Of several `q` the service keeps the last: the other terms are dropped without a word.',
  turnOff: 'Never. The info about a single `q` goes with `--rule scalar-q-repeated=off`.',
  bad: example('/api/v1/constituents/search?q=city=Atlanta&q=name=Auer&expand=email_addresses'),
  good: example('/api/v1/constituents/search?q[]=city=Atlanta&q[]=name=Auer&expand=email_addresses'),
  only: 'with a query',
  reads: isSearch,
  inspect: exchange => {
    const {q} = exchange.query;
    if (q === undefined) {
      return exchange.query['q[]'] === undefined ? undefined : fine;
    }
    const values = [q].flat() as readonly string[];
    const isRepeated = values.length > 1;
    return {
      level: isRepeated ? 'error' : 'info',
      where: 'q',
      got: shown(values.join('&q=')),
      nearest: 'q[]',
      message: isRepeated
        ? `of ${values.length} "q" the service keeps the last, ${shown(values.at(-1))}; send q[]`
        : 'the name of this parameter is q[]; a second q would replace the first',
      fix: 'Name the parameter q[] for each term.',
    };
  },
};
