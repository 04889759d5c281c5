import {pathMistake} from '../../proposals/paths.js';
import {example, type FindingRule} from '../../rule.js';

export const noSuchResource: FindingRule = {
  id: 'no-such-resource',
  axis: 'addresses',
  level: 'error',
  what: 'A 404 at a path under `/api/v1` that no resource has.',
  why: 'Nothing is there, and there never will be: it is no record that is missing.',
  turnOff: 'Where a client tries paths to see what a service offers.',
  bad: example('/api/v1/constituent/959400'),
  good: example('/api/v1/constituents/959400'),
  reads: operation => operation === undefined,
  inspect: (exchange, {catalog}) => pathMistake('no-such-resource', exchange, catalog),
};
