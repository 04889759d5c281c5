import {decided, type Section, switched} from './assumption.js';

export const errors: Section = {
  title: 'Errors',
  assumptions: [
    decided(
      'the shape',
      '`{"api_version":"1.0","error":"<title>","description":"<what, and where>"}` everywhere but in a 401',
    ),
    decided(
      '400',
      "`Parameter Error` for anything in the query: paging, an unknown search term, a malformed value, an unknown name in `sort` or `expand`; `Bad Request` for a body that can't be read",
      {statuses: [400]},
    ),
    decided(
      '403',
      'a read-only key on anything but `GET` and `HEAD`, a blocked key on anything; a write under a constituent that does not exist, of whatever kind (seen of keywords and contact reports), while a list under it is a 404',
      {statuses: [403]},
    ),
    decided('404, 405, 413', 'come although the contract lists none of them', {statuses: [404, 413]}),
    decided('422', 'names every field at fault by its path (`email_addresses[0].address`), the first 50 of them', {
      statuses: [422],
    }),
    decided(
      '503 `Service Unavailable`',
      'a body that comes while others take 64 MiB, with `Retry-After`; nothing was changed',
      {statuses: [503]},
    ),
    decided(
      '507 `Insufficient Storage`',
      "a write that can't be kept, because the disk is full or the data file is gone (with `--data`), or 85 % of the sandbox's heap is in use; from 75 % on any first request of an account. Nothing was changed",
      {statuses: [507]},
    ),
    decided('a refused request', 'leaves no trace: no row, no id taken'),
  ],
};

export const bodies: Section = {
  title: 'Bodies',
  assumptions: [
    switched({
      point: 'unknown fields',
      does: 'ignored, as the service was seen to do; a typo goes unnoticed',
      option: '--strict',
      turned:
        "422 that names each by its path: `email_addresses[0].adress: unknown field`. Known is what the contract's bodies list: an answer that is sent back as a PATCH is refused too, for its `id`, `created_at` and all else that is not written",
      places: [{statuses: [422]}],
    }),
    switched({
      point: 'references that the service drops',
      does: 'ignored: a name that matches no fund, campaign, event, payment type, team member, template, attribute or custom field, the `..._name` of another record than the `..._id`, and the unknown type id of an address, contact report, note, relationship or class affiliation',
      option: '--strict',
      turned: '422 that names each field and what was not found',
      places: [{statuses: [422]}],
    }),
    decided(
      '`null`',
      'on create the same as not sent; on update it empties a field that can be empty, and is refused elsewhere',
    ),
    switched({
      point: 'fields that only the contract calls required',
      does: 'required: 422, whose description ends with the switch that takes them',
      option: '--assume required_fields=observed',
      turned:
        'may be left out, as the service was seen to take them: a gift without a type becomes type 1, a category without `item_type` is for constituents',
      places: [{operations: ['createGiftOfConstituent', 'createCategory'], statuses: [422]}],
    }),
    decided('external ids', 'declared integers, answered as strings: both are taken', {
      body: ['external_constituent_id', 'external_id', 'parent_external_id'],
    }),
    decided('how much a body may hold', '2,000 elements in all its arrays together; more: 422', {statuses: [422]}),
    decided(
      'the longest text',
      '65,536 characters a field; a longer one is a 422. The body as a whole: 1 MiB, then 413',
      {statuses: [422]},
    ),
    decided('dates', 'a day that the calendar has, `YYYY-MM-DD`; no time of day'),
    decided(
      'names in references',
      'looked up exactly as written, case included; the first of a name in list order counts',
    ),
    decided(
      'a name that resolves to nothing',
      'refused for gift type, group, membership level, appeal, and for categories and keywords; made, with the next id, where it is a type of contact report (seen), a type of note or a volunteering category; ignored elsewhere',
    ),
    decided(
      'an id that points at nothing',
      'refused, but for the type ids of addresses, which are stored with a null name, and those of contact reports and notes, which count as none',
    ),
    decided("`0` in a gift's `campaign_id`, `fund_id`, `appeal_id`, `event_id`, `gift_category_id`", 'unset', {
      operations: ['createGiftOfConstituent', 'updateGift'],
      body: ['campaign_id', 'fund_id', 'appeal_id', 'event_id', 'gift_category_id'],
    }),
    decided('timestamps in a body', 'ignored; with `--strict` refused, as any field that is not known'),
    decided('an id that the path says and the body too', 'the one in the path counts'),
    decided(
      'the length of a text, the sign of an amount',
      'any; an integer that JSON does not hold exactly is refused',
    ),
    decided(
      'an id that was deleted',
      '404 from then on: it is never handed out again, as long as the data are not replaced by a reset, a restore or a seed',
      {statuses: [404]},
    ),
  ],
};
