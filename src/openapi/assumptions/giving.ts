import {decided, type Section, switched} from './assumption.js';

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
    decided('omitted `received_amount`', '0', {operations: ['createGiftOfConstituent'], body: ['received_amount']}),
    decided(
      '`ack_template_name`',
      'the name of a mailing template; `do_not_ack` is stored as null; an unknown name is ignored',
      {operations: giftWriting, body: ['ack_template_name']},
    ),
    switched({
      point: '`auto_sync_to_qbo`',
      does: 'accepted in a body, not returned',
      option: '--assume auto_sync_to_qbo=false',
      turned: 'returned as `false`, before `tribute_name`, as in linked accounts',
      places: [{operations: giftWriting, body: ['auto_sync_to_qbo']}],
    }),
    switched({
      point: '`campaign_name`, `fund_name`, `appeal_name`, `event_name` and similar names in gifts/search',
      does: 'filled, as in one observed account',
      option: '--assume gift_search_names=null',
      turned: 'null, as in another observed account',
      places: [{operations: ['searchGifts'], reply: ['campaign_name', 'fund_name', 'appeal_name', 'event_name']}],
    }),
    decided(
      'gift types 10 to 15',
      'In Honor of, In Memory of, Matching, Installment, a hidden one, Peer Credit; their exact ids and ordinals are assumed',
      {operations: ['listGiftTypes']},
    ),
    decided(
      'gift of the hidden type 14',
      'can be created, shown, changed and deleted by id; is in no list and no search',
      {operations: giftWriting, body: ['gift_type_id']},
    ),
    decided('`0` in `parent_gift_id` and `parent_external_id`', 'clears the field (observed)', {
      operations: giftWriting,
      body: ['parent_external_id'],
    }),
    decided('amount of a pledge in lists', 'the whole pledge, regardless of paid installments', {
      operations: ['listGiftsOfConstituent', 'searchGifts'],
      reply: ['amount', 'received_amount'],
    }),
    decided('external id of another gift', '422; constituents can share one', {
      operations: giftWriting,
      body: ['external_id'],
    }),
    decided('deleted lookups', 'gifts and requests keep id and name', {
      operations: gifts,
      reply: ['campaign_id', 'fund_id', 'appeal_id', 'event_id'],
    }),
    decided('deleted parent gift', '`parent_gift_id` stays; `parent_external_id` becomes null', {
      operations: gifts,
      reply: ['parent_gift_id', 'parent_external_id'],
    }),
    decided('`custom_fields` of a gift', 'categories of item type `Gift`', {
      operations: giftWriting,
      body: ['custom_fields'],
    }),
    decided('`custom_fields` of an appeal request', 'any category; values have `id`, as for gifts', {
      operations: requests,
      reply: ['custom_fields'],
    }),
    decided('`custom_attrs` of an appeal request', 'the definitions of item type `Invitation`', {
      operations: requests,
      reply: ['custom_attrs'],
    }),
    decided('`raised`', "the sum of all the constituent's gifts to that appeal", {
      operations: requests,
      reply: ['raised'],
    }),
    decided("an appeal request's `name`", 'follows `appeal_id` on update', {
      operations: ['updateAppealRequest'],
      reply: ['name'],
    }),
  ],
};

const creating = ['createInvitationOfEvent', 'createInvitationOfConstituent'];
const writing = [...creating, 'updateInvitation'];
const all = [...writing, 'showInvitation', 'listInvitationsOfEvent', 'listInvitationsOfConstituent'];

export const invitations: Section = {
  title: 'Invitations',
  assumptions: [
    decided(
      "an invitation's `status`",
      '`attended` if `attended` is 1; otherwise by `rsvp`: 1 `yes`, 2 `no`, 3 `maybe`, others `unknown`',
      {operations: all, reply: ['status']},
    ),
    decided(
      '`attended`, `attendees`',
      'an attendance sets `attended` to 1; `attendees` is 1 if `attended` is 1, otherwise 0',
      {operations: all, reply: ['attended', 'attendees']},
    ),
    decided('other values of `rsvp`, `attended`', 'any integer is accepted', {
      operations: writing,
      body: ['rsvp', 'attended'],
    }),
    decided(
      '`attendances` in a PATCH',
      "added; an entry with the `id` of one of the invitation's attendances changes it; another id: 422",
      {
        operations: ['updateInvitation'],
        body: ['attendances'],
      },
    ),
    decided('same person and event twice', 'two invitations', {operations: creating}),
    decided(
      'guests',
      'neither `constituent_id` nor a guest field: 422. By default, `is_a_guest` is true without `constituent_id`',
      {operations: writing, body: ['constituent_id', 'is_a_guest', 'guest_first_name', 'guest_last_name']},
    ),
    decided('unknown parent invitation', '422; so is the invitation itself. A parent for another event is accepted', {
      operations: writing,
      body: ['parent_invitation_id'],
    }),
    decided(
      'guests of a deleted parent',
      'stay; `parent_invitation_id` stays, `parent_invitation_guest_name` becomes null',
      {operations: all, reply: ['parent_invitation_id', 'parent_invitation_guest_name']},
    ),
    decided(
      '`raised`, `donated` of an invitation',
      "the sum of all the constituent's gifts to that event; whether there is a gift. 0 and false for a guest",
      {operations: all, reply: ['raised', 'donated']},
    ),
    decided("an invitation's `name`", 'follows `event_id` on update, but not a new name of the event', {
      operations: ['updateInvitation'],
      reply: ['name'],
    }),
    decided('`custom_fields` of an invitation', 'any category, as for appeal requests', {
      operations: all,
      reply: ['custom_fields'],
    }),
    decided('unknown `assigned_to`', '422, as for appeal requests', {
      operations: writing,
      body: ['assigned_to'],
    }),
  ],
};
