import {shown} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {isSearch} from '../../terms.js';

export const scalarQRepeated: FindingRule = {
  id: 'scalar-q-repeated',
  axis: 'filters',
  level: 'error',
  what: 'A search has several `q` parameters without brackets. A single `q` is reported as info.',
  why: 'The service keeps only the last `q` and ignores the other terms without an error.',
  turnOff: 'Never. `--rule scalar-q-repeated=off` also turns off the info about a single `q`.',
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
        ? `the service keeps only the last of ${values.length} "q", ${shown(values.at(-1))}; send q[]`
        : 'the name of this parameter is q[]; a second q would replace the first',
      fix: 'Name the parameter q[] for each term.',
    };
  },
};
