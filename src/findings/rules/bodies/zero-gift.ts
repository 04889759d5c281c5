import type {FullExchange} from '../../../exchanges/exchange.js';
import {ignoredFields, meantFor} from '../../fields/ignored-fields.js';
import {replyBody} from '../../fields/reply-body.js';
import {example, type FindingRule, post} from '../../rule.js';
import {giftExample} from '../example-requests.js';

function state(exchange: FullExchange): string {
  const amount = Number(replyBody(exchange)['received_amount']);
  const verb = exchange.status !== 200 ? 'would be' : amount === 0 ? 'is' : 'still is';
  return `the gift ${verb} $${(exchange.status === 200 ? amount : 0).toFixed(2)}`;
}

export const zeroGift: FindingRule = {
  id: 'zero-gift',
  axis: 'bodies',
  level: 'error',
  what: 'A gift is written without an amount, or keeps its old one, although the body has an amount in a field that the service does not know.',
  why: 'The gift is $0.00 and the response is 200: every total is wrong, and nobody notices.',
  turnOff: 'Never: no gift is meant to lose its amount.',
  bad: example(
    post('/api/v1/constituents/959400/gifts', {
      gift_type_name: 'Gift',
      amount: 50,
      received_date: '2025-12-24',
      external_id: 'web-1',
    }),
  ),
  good: example(giftExample()),
  reads: operation => operation?.id.startsWith('createGiftOf') === true || operation?.id === 'updateGift',
  inspect: exchange =>
    ignoredFields(exchange, 'zero-gift').map(found => meantFor('received_amount', found, `, ${state(exchange)}`)),
};
