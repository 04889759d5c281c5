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
    decided('the amount of a pledge in lists', 'the whole pledge, whatever its installments have paid', {
      operations: ['listGiftsOfConstituent', 'searchGifts'],
      reply: ['amount', 'received_amount'],
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

const creating = ['createInvitationOfEvent', 'createInvitationOfConstituent'];
const writing = [...creating, 'updateInvitation'];
const all = [...writing, 'showInvitation', 'listInvitationsOfEvent', 'listInvitationsOfConstituent'];

export const invitations: Section = {
  title: 'Invitations',
  assumptions: [
    decided(
      "an invitation's `status`",
      '`attended` where `attended` is 1; else by `rsvp`: 1 `yes`, 2 `no`, 3 `maybe`, any other `unknown`',
      {operations: all, reply: ['status']},
    ),
    decided(
      '`attended`, `attendees`',
      'an attendance makes `attended` 1, whatever is sent; `attendees` is 1 where `attended` is 1, else 0',
      {operations: all, reply: ['attended', 'attendees']},
    ),
    decided('`rsvp`, `attended` that mean nothing', 'any integer is taken', {
      operations: writing,
      body: ['rsvp', 'attended'],
    }),
    decided('`attendances` in a PATCH', 'append; with the `id` of one of its own, that one changes; another id: 422', {
      operations: ['updateInvitation'],
      body: ['attendances'],
    }),
    decided('one person and one event twice', 'two invitations', {operations: creating}),
    decided(
      'who a guest is',
      'neither `constituent_id` nor anything of a guest: 422. Left out, `is_a_guest` is true where nobody is named by `constituent_id`',
      {operations: writing, body: ['constituent_id', 'is_a_guest', 'guest_first_name', 'guest_last_name']},
    ),
    decided(
      'a parent invitation that does not exist',
      '422, as is the invitation itself; one to another event is taken',
      {operations: writing, body: ['parent_invitation_id']},
    ),
    decided(
      'the guests of a deleted parent',
      'stay; `parent_invitation_id` stays, `parent_invitation_guest_name` becomes null',
      {operations: all, reply: ['parent_invitation_id', 'parent_invitation_guest_name']},
    ),
    decided(
      '`raised`, `donated` of an invitation',
      "the sum of all the constituent's gifts to that event; whether there is one. Of a guest 0 and false",
      {operations: all, reply: ['raised', 'donated']},
    ),
    decided("the invitation's `name`", 'follows `event_id` on update, and not a new name of the event', {
      operations: ['updateInvitation'],
      reply: ['name'],
    }),
    decided('`custom_fields` of an invitation', 'any category, as of appeal requests', {
      operations: all,
      reply: ['custom_fields'],
    }),
    decided('`assigned_to` that matches nobody', '422, as of appeal requests', {
      operations: writing,
      body: ['assigned_to'],
    }),
  ],
};
