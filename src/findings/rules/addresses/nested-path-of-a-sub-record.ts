import {pathMistake} from '../../proposals/paths.js';
import {example, type FindingRule, patch} from '../../rule.js';

export const nestedPathOfASubRecord: FindingRule = {
  id: 'nested-path-of-a-sub-record',
  axis: 'addresses',
  level: 'error',
  what: 'A request to `/constituents/{id}/<kind>/{id}` gets a 404.',
  why: 'Records of a constituent are listed and created there, but a single one is read, changed and deleted at its own path.',
  turnOff: 'Never: such a path does not exist.',
  bad: example(patch('/api/v1/constituents/959400/email_addresses/276500', {not_current: true})),
  good: example(patch('/api/v1/email_addresses/276500', {not_current: true})),
  reads: operation => operation === undefined,
  inspect: (exchange, {catalog}) => pathMistake('nested-path-of-a-sub-record', exchange, catalog),
};
