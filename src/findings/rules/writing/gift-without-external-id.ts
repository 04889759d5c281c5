import {isMissing} from '../../../schema/items.js';
import {fieldsOf} from '../../fields/reply-body.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {giftExample} from '../example-requests.js';

export const giftWithoutExternalId: FindingRule = {
  id: 'gift-without-external-id',
  axis: 'writing',
  level: 'info',
  what: 'A gift is created without `external_id`.',
  why: 'Nothing tells a retry from a second gift: where an answer is lost, the gift is written twice. With an external id the second is refused.',
  turnOff: 'Where people enter gifts by hand.',
  bad: example(giftExample({external_id: undefined})),
  good: example(giftExample()),
  falseAlarms: [{what: 'Manual entry.', undecided: 'A form looks like any other client: it is no more than an info.'}],
  only: 'accepted',
  reads: operation => operation?.id === 'createGiftOfConstituent',
  inspect: ({body}) =>
    !isMissing(fieldsOf(body)['external_id'])
      ? fine
      : {
          where: '/external_id',
          message: 'without external_id nothing tells a retry from a second gift',
          fix: 'Send the id that your own system has for the gift as external_id.',
        },
};
