import {pathMistake} from '../../proposals/paths.js';
import {example, type FindingRule} from '../../rule.js';

export const wrongBasePath: FindingRule = {
  id: 'wrong-base-path',
  axis: 'addresses',
  level: 'error',
  what: 'A path of the service without `/api/v1` in front of it, with it twice, or with it glued to the resource.',
  why: 'Nothing is there. Base addresses with a path lose it in many HTTP clients, when the path they are joined with begins with a slash.',
  turnOff: 'Never: there is nothing at such a path.',
  bad: example('/constituents?limit=10'),
  good: example('/api/v1/constituents?limit=10'),
  reads: operation => operation === undefined,
  inspect: (exchange, {catalog}) => pathMistake('wrong-base-path', exchange, catalog),
};
