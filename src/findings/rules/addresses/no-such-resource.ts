import {pathMistake} from '../../proposals/paths.js';
import {example, type FindingRule} from '../../rule.js';

export const noSuchResource: FindingRule = {
  id: 'no-such-resource',
  axis: 'addresses',
  level: 'error',
  what: 'A request gets a 404 because its path under `/api/v1` belongs to no resource.',
  why: 'The path does not exist and never will: this is not a missing record.',
  turnOff: 'If the client tries paths to see what a service offers.',
  bad: example('/api/v1/constituent/959400'),
  good: example('/api/v1/constituents/959400'),
  reads: operation => operation === undefined,
  inspect: (exchange, {catalog}) => pathMistake('no-such-resource', exchange, catalog),
};
