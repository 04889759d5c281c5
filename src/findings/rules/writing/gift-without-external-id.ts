import {isMissing} from '../../../schema/items.js';
import {fieldsOf} from '../../fields/reply-body.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {giftExample} from '../example-requests.js';

export const giftWithoutExternalId: FindingRule = {
  id: 'gift-without-external-id',
  axis: 'writing',
  level: 'info',
  what: 'A client creates a gift without `external_id`.',
  why: 'The service cannot tell a retry from a second gift: after a lost response, the gift is written twice. With an external id, the second one is rejected.',
  turnOff: 'If people enter gifts by hand.',
  bad: example(giftExample({external_id: undefined})),
  good: example(giftExample()),
  falseAlarms: [{what: 'Manual entry.', undecided: 'A form looks like any other client, so this is only an info.'}],
  only: 'accepted',
  reads: operation => operation?.id === 'createGiftOfConstituent',
  inspect: ({body}) =>
    !isMissing(fieldsOf(body)['external_id'])
      ? fine
      : {
          where: '/external_id',
          message: 'without external_id, a retry looks like a second gift',
          fix: 'Send the id of the gift in your own system as external_id.',
        },
};
