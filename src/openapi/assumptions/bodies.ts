import {decided, type Section, switched} from './assumption.js';

export const errors: Section = {
  title: 'Errors',
  assumptions: [
    decided('shape', '`{"api_version":"1.0","error":"<title>","description":"<details>"}`, except for a 401'),
    decided('400', '`Parameter Error` for anything in the query; `Bad Request` for an unreadable body', {
      statuses: [400],
    }),
    decided(
      '403',
      'a read-only key with a method other than `GET` and `HEAD`; a blocked key; a write under an unknown constituent (observed for keywords and contact reports); a list under one is a 404',
      {statuses: [403]},
    ),
    decided('404, 405, 413', 'occur, although the contract lists none of them', {statuses: [404, 413]}),
    decided('422', 'names each invalid field by path (`email_addresses[0].address`), up to 50', {
      statuses: [422],
    }),
    decided('503 `Service Unavailable`', 'a body while others use 64 MiB; with `Retry-After`; nothing changes', {
      statuses: [503],
    }),
    decided(
      '507 `Insufficient Storage`',
      'a write that cannot be stored: with `--data`, the disk is full or the file is gone; 85 % of the heap is in use (75 % for the first request of an account). Nothing changes',
      {statuses: [507]},
    ),
    decided('rejected request', 'changes nothing and uses no id'),
  ],
};

export const bodies: Section = {
  title: 'Bodies',
  assumptions: [
    switched({
      point: 'unknown fields',
      does: 'ignored (observed)',
      option: '--strict',
      turned:
        '422 that names each by its path: `email_addresses[0].adress: unknown field`; also for the read-only fields of a response that is sent back as a PATCH',
      places: [{statuses: [422]}],
    }),
    switched({
      point: 'references that the service drops',
      does: 'ignored: an unknown name of a fund, campaign, event, payment type, team member, template, attribute or custom field; a `..._name` that contradicts the `..._id`; an unknown type id of an address, contact report, note, relationship or class affiliation',
      option: '--strict',
      turned: '422 that names each field and the missing record',
      places: [{statuses: [422]}],
    }),
    decided(
      '`null`',
      'on create, like an omitted field; on update, it clears a field that can be empty, and is rejected for others',
    ),
    switched({
      point: 'fields that only the contract requires',
      does: 'required: 422; the description ends with the switch',
      option: '--assume required_fields=observed',
      turned:
        'optional (observed): a gift without a type has type 1; a category without `item_type` is for constituents',
      places: [{operations: ['createGiftOfConstituent', 'createCategory'], statuses: [422]}],
    }),
    decided('external ids', 'declared as integers, returned as strings; both are accepted', {
      body: ['external_constituent_id', 'external_id', 'parent_external_id'],
    }),
    decided('elements of a body', '2,000 in all arrays together; more: 422', {statuses: [422]}),
    decided('longest text', '65,536 characters per field, then 422; 1 MiB for the whole body, then 413', {
      statuses: [422],
    }),
    decided('dates', 'a calendar day, `YYYY-MM-DD`, without a time'),
    decided('names in references', 'must match exactly, including case; the first match in list order is used'),
    decided(
      'name that matches nothing',
      'rejected for gift type, group, membership level, appeal, category and keyword; created for types of contact reports (observed), types of notes and volunteering categories; otherwise ignored',
    ),
    decided(
      'id that matches nothing',
      'rejected, except type ids: of an address, stored with a null name; of a contact report or note, treated as none',
    ),
    decided(
      "`0` in a gift's `campaign_id`, `fund_id`, `appeal_id`, `event_id`, `gift_category_id`",
      'clears the field',
      {
        operations: ['createGiftOfConstituent', 'updateGift'],
        body: ['campaign_id', 'fund_id', 'appeal_id', 'event_id', 'gift_category_id'],
      },
    ),
    decided('timestamps in a body', 'ignored; rejected with `--strict`, as unknown fields'),
    decided('different ids in path and body', 'the path wins'),
    decided('length of a text, sign of an amount', 'any; an integer that JSON cannot represent exactly is rejected'),
    decided('deleted id', '404; never reused, unless the data is replaced by a reset, restore or seed', {
      statuses: [404],
    }),
  ],
};
