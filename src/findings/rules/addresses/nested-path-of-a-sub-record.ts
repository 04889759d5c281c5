import {isPath, movedTo, stepsOf} from '../../rewrite.js';
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
  inspect: (exchange, {catalog}) => {
    const [parent, id, kind, own, more] = stepsOf(exchange) ?? [];
    if (exchange.status !== 404 || parent !== 'constituents' || own === undefined || more !== undefined) {
      return undefined;
    }
    const named = kind === 'relationships' ? 'constituent_relationships' : kind;
    const right = `/api/v1/${named}/${own}`;
    return !/^\d+$/.test(id ?? '') || !/^\d+$/.test(own) || !isPath(right, catalog)
      ? undefined
      : {
          where: '',
          got: exchange.url.split('?', 1)[0]!,
          nearest: right,
          message: `there is nothing here; did you mean ${exchange.method} ${right}?`,
          fix: `Send it to ${right}.`,
          ...movedTo(exchange, right),
        };
  },
};
