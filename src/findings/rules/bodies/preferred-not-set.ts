import {ignoredFields, meantFor} from '../../fields/ignored-fields.js';
import {example, type FindingRule, post} from '../../rule.js';

export const preferredNotSet: FindingRule = {
  id: 'preferred-not-set',
  axis: 'bodies',
  level: 'warn',
  what: 'An address has the field `is_primary`, `primary` or `preferred`.',
  why: 'The service ignores it: mail still goes to the address that was preferred before.',
  turnOff: 'If it does not matter which address is preferred.',
  bad: example(post('/api/v1/constituents/959400/email_addresses', {address: 'bettie@example.org', is_primary: true})),
  good: example(
    post('/api/v1/constituents/959400/email_addresses', {address: 'bettie@example.org', is_preferred: true}),
  ),
  reads: operation => operation?.body !== undefined,
  inspect: exchange => {
    const wrong = ignoredFields(exchange, 'preferred-not-set');
    return wrong.length === 0
      ? undefined
      : wrong.map(found => ({...meantFor('is_preferred', found), cause: 'is_preferred'}));
  },
};
