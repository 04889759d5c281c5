import {decided, type Section, switched} from '../assumption.js';

const giftWriting = ['createGiftOfConstituent', 'updateGift'];
const gifts = [...giftWriting, 'showGift', 'searchGifts'];
const requestWriting = ['createAppealRequestOfAppeal', 'createAppealRequestOfConstituent', 'updateAppealRequest'];
const requests = [
  ...requestWriting,
  'showAppealRequest',
  'listAppealRequestsOfAppeal',
  'listAppealRequestsOfConstituent',
];

export const giving: Section = {
  title: 'Gifts and appeal requests',
  assumptions: [
    decided('`received_amount` left out', '0', {operations: ['createGiftOfConstituent'], body: ['received_amount']}),
    decided(
      '`ack_template_name`',
      'the name of a mailing template; `do_not_ack` is stored as null; an unknown one is ignored',
      {operations: giftWriting, body: ['ack_template_name']},
    ),
    switched({
      point: '`auto_sync_to_qbo`',
      does: 'taken in a body, and not answered',
      option: '--assume auto_sync_to_qbo=false',
      turned: 'answered as `false`, before `tribute_name`: so do accounts that are linked to it',
      places: [{operations: giftWriting, body: ['auto_sync_to_qbo']}],
    }),
    switched({
      point: 'the names in gifts/search: `campaign_name`, `fund_name`, `appeal_name`, `event_name` and the like',
      does: 'filled, as one account was seen to have them',
      option: '--assume gift_search_names=null',
      turned: 'null, as another account was seen to have them',
      places: [{operations: ['searchGifts'], reply: ['campaign_name', 'fund_name', 'appeal_name', 'event_name']}],
    }),
    decided(
      'gift types 10 to 15',
      'In Honor of, In Memory of, Matching, Installment, one that is hidden, Peer Credit; which id is whose between 10 and 15, and their ordinals, are assumed',
      {operations: ['listGiftTypes']},
    ),
    decided(
      'a gift of the hidden type 14',
      'can be written with the id; it is shown, changed and deleted by its own id, and stands in no list and no search',
      {operations: giftWriting, body: ['gift_type_id']},
    ),
    decided('`0` in `parent_gift_id` and `parent_external_id`', 'unset, as the service was seen to take it', {
      operations: giftWriting,
      body: ['parent_external_id'],
    }),
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
    decided('`custom_attrs` of an appeal request', 'of the definitions of item type `Invitation`', {
      operations: requests,
      reply: ['custom_attrs'],
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
