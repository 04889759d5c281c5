import {pathMistake} from '../../proposals/paths.js';
import {example, type FindingRule} from '../../rule.js';

export const wrongBasePath: FindingRule = {
  id: 'wrong-base-path',
  axis: 'addresses',
  level: 'error',
  what: 'A path of the service lacks `/api/v1`, has it twice, or has no slash after it.',
  why: 'The path does not exist. Many HTTP clients drop the path of a base URL if the path that they append begins with a slash.',
  turnOff: 'Never: such a path does not exist.',
  bad: example('/constituents?limit=10'),
  good: example('/api/v1/constituents?limit=10'),
  reads: operation => operation === undefined,
  inspect: (exchange, {catalog}) => pathMistake('wrong-base-path', exchange, catalog),
};
