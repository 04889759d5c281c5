import type {FullExchange} from '../../../exchanges/exchange.js';
import {ignoredFields} from '../../fields/ignored-fields.js';
import {replyBody} from '../../fields/reply-body.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, post} from '../../rule.js';
import {giftExample} from '../example-requests.js';

const dollars = (amount: unknown) => `$${Number(amount).toFixed(2)}`;

/** Describes the gift's current amount. */
const state = (exchange: FullExchange): string => {
  const {received_amount} = replyBody(exchange);
  if (exchange.status !== 200) {
    return 'the gift would be $0.00';
  }
  return received_amount === 0 ? `the gift is ${dollars(0)}` : `the gift still is ${dollars(received_amount)}`;
};

export const zeroGift: FindingRule = {
  id: 'zero-gift',
  axis: 'bodies',
  level: 'error',
  what: 'A gift is written without an amount, or keeps the one it had, while the body has an amount under a name that the service does not know.',
  why: 'The gift is $0.00, and the answer 200: every total is wrong, and nobody hears of it.',
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
    ignoredFields(exchange, 'zero-gift').map(({name, pointer, value}) => ({
      where: pointer,
      got: shown(value),
      nearest: 'received_amount',
      message: `"${shown(name)}" is ignored, ${state(exchange)}; did you mean received_amount?`,
      fix: `Send received_amount instead of ${shown(name)}.`,
    })),
};
