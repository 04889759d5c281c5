import {pathMistake} from '../../proposals/paths.js';
import {example, type FindingRule, patch} from '../../rule.js';

export const nestedPathOfASubRecord: FindingRule = {
  id: 'nested-path-of-a-sub-record',
  axis: 'addresses',
  level: 'error',
  what: 'A 404 at `/constituents/{id}/<kind>/{id}`.',
  why: 'Records under a constituent are listed and created there; one of them is read, changed and deleted at a path of its own.',
  turnOff: 'Never: there is nothing at such a path.',
  bad: example(patch('/api/v1/constituents/959400/email_addresses/276500', {not_current: true})),
  good: example(patch('/api/v1/email_addresses/276500', {not_current: true})),
  reads: operation => operation === undefined,
  inspect: (exchange, {catalog}) => pathMistake('nested-path-of-a-sub-record', exchange, catalog),
};
