import {decided, type Section} from './assumption.js';

const giftWriting = ['createGiftOfConstituent', 'updateGift'];
const gifts = [...giftWriting, 'showGift', 'searchGifts'];
const requestWriting = ['createAppealRequestOfAppeal', 'createAppealRequestOfConstituent', 'updateAppealRequest'];
const requests = [
  ...requestWriting,
  'showAppealRequest',
  'listAppealRequestsOfAppeal',
  'listAppealRequestsOfConstituent',
];

/** Gifts, and what asks for them. */
export const giving: Section = {
  title: 'Gifts and appeal requests',
  assumptions: [
    decided('`received_amount` left out', '0', {operations: ['createGiftOfConstituent'], body: ['received_amount']}),
    decided(
      '`ack_template_name`',
      'the name of a mailing template; `do_not_ack` is stored as null; an unknown one is ignored',
      {operations: giftWriting, body: ['ack_template_name']},
    ),
    decided('an external id that another gift has', '422; constituents may share one', {
      operations: giftWriting,
      body: ['external_id'],
    }),
    decided('deleted lookups', 'gifts and requests keep id and name', {
      operations: gifts,
      reply: ['campaign_id', 'fund_id', 'appeal_id', 'event_id'],
    }),
    decided('deleted parent gift', '`parent_gift_id` stays, `parent_external_id` becomes null', {
      operations: gifts,
      reply: ['parent_gift_id', 'parent_external_id'],
    }),
    decided('`custom_fields` of a gift', 'categories of item type `Gift`', {
      operations: giftWriting,
      body: ['custom_fields'],
    }),
    decided('`custom_fields` of an appeal request', 'any category; the values carry `id` as those of gifts do', {
      operations: requests,
      reply: ['custom_fields'],
    }),
    decided('`raised`', "the sum of all the constituent's gifts to that appeal", {
      operations: requests,
      reply: ['raised'],
    }),
    decided("the request's `name`", 'follows `appeal_id` on update', {
      operations: ['updateAppealRequest'],
      reply: ['name'],
    }),
  ],
};
