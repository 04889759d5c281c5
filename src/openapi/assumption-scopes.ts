/** A part of the API. An omitted field does not restrict it. */
export interface AssumptionScope {
  /** Ids of operations; if omitted, all operations with the other parts. */
  readonly operations?: readonly string[];
  readonly parameters?: readonly string[];
  readonly body?: readonly string[];
  /** Fields of the response, or of the items of a list. */
  readonly reply?: readonly string[];
  readonly statuses?: readonly number[];
}

const constituentWriting = ['createConstituent', 'updateConstituent'];
const constituentLists = ['listConstituents', 'searchConstituents'];
const addresses = ['EmailAddress', 'PhoneNumber', 'StreetAddress', 'WebAddress'];
const addressWriting = addresses.flatMap(name => [`create${name}OfConstituent`, `update${name}`]);
const reportWriting = ['createContactReportOfConstituent', 'updateContactReport'];
const tieWriting = ['createConstituentRelationshipOfConstituent', 'updateConstituentRelationship'];
const classWriting = ['createClassAffiliationOfConstituent', 'updateClassAffiliation'];
const giftWriting = ['createGiftOfConstituent', 'updateGift'];
const gifts = [...giftWriting, 'showGift', 'searchGifts'];
const requests = [
  ...['createAppealRequestOfAppeal', 'createAppealRequestOfConstituent', 'updateAppealRequest'],
  ...['showAppealRequest', 'listAppealRequestsOfAppeal', 'listAppealRequestsOfConstituent'],
];
const timeWriting = ['createVolunteerTimeOfConstituent', 'updateVolunteerTime'];
const noteWriting = ['createNoteOfConstituent', 'updateNote'];
const lookups = ['Appeal', 'Campaign', 'Fund', 'Event'];
const lookupWriting = lookups.flatMap(kind => [`create${kind}`, `update${kind}`]);
const inviting = ['createInvitationOfEvent', 'createInvitationOfConstituent'];
const invitationWriting = [...inviting, 'updateInvitation'];
const invitations = [
  ...invitationWriting,
  ...['showInvitation', 'listInvitationsOfEvent', 'listInvitationsOfConstituent'],
];

const termOf = (...operations: readonly string[]): AssumptionScope => ({operations, parameters: ['q[]']});
const everyTerm = termOf('searchConstituents', 'searchContactReports', 'searchGifts', 'searchVolunteerTimes');
const constituentTerm = termOf('searchConstituents');
const reportOrGiftTerm = termOf('searchContactReports', 'searchGifts');
const giftTerm = termOf('searchGifts');

/** The assumptions about parts of the API, by their headings on the page, in the order of `x-assumed`. */
export const assumptionScopes: ReadonlyArray<readonly [point: string, scope: AssumptionScope]> = [
  ['unknown path or id', {statuses: [404]}],
  ['body', {statuses: [413]}],
  ['`limit`, `offset`', {parameters: ['limit', 'offset']}],
  ['largest `limit`', {parameters: ['limit']}],
  ['`offset` past the end', {parameters: ['offset']}],
  [
    'invalid `item_type`, `gift_type_id`, `mailing_type_id`, `permanent`',
    {parameters: ['item_type', 'gift_type_id', 'mailing_type_id', 'permanent']},
  ],
  ['unknown query parameters', {statuses: [400]}],
  ['rate limit', {statuses: [429]}],
  ['write from a page of another origin', {statuses: [403]}],
  ['400', {statuses: [400]}],
  ['403', {statuses: [403]}],
  ['404, 405, 413', {statuses: [404, 413]}],
  ['422', {statuses: [422]}],
  ['503 `Service Unavailable`', {statuses: [503]}],
  ['507 `Insufficient Storage`', {statuses: [507]}],
  ['unknown fields', {statuses: [422]}],
  ['references that the service drops', {statuses: [422]}],
  [
    'fields that only the contract requires',
    {operations: ['createGiftOfConstituent', 'createCategory'], statuses: [422]},
  ],
  ['external ids', {body: ['external_constituent_id', 'external_id', 'parent_external_id']}],
  ['elements of a body', {statuses: [422]}],
  ['longest text', {statuses: [422]}],
  [
    "`0` in a gift's `campaign_id`, `fund_id`, `appeal_id`, `event_id`, `gift_category_id`",
    {operations: giftWriting, body: ['campaign_id', 'fund_id', 'appeal_id', 'event_id', 'gift_category_id']},
  ],
  ['deleted id', {statuses: [404]}],
  [
    '`first_name`, `last_name`, `email_addresses`',
    {operations: ['createConstituent'], body: ['first_name', 'last_name', 'email_addresses']},
  ],
  [
    'derived names',
    {
      operations: ['createConstituent'],
      reply: ['addressee', 'salutation', 'annual_report_name', 'honorary_name', 'alt_addressee', 'alt_salutation'],
    },
  ],
  ['`sort_name`', {operations: [...constituentWriting, 'showConstituent', ...constituentLists], reply: ['sort_name']}],
  ['order of names', {operations: constituentLists}],
  ['inactive constituents', {operations: [...constituentLists, 'showConstituent']}],
  ['preferred addresses', {operations: addressWriting, body: ['is_preferred']}],
  [
    'address without its value',
    {operations: [...constituentWriting, ...addressWriting], body: ['address', 'number', 'url']},
  ],
  ['`custom_attrs`', {body: ['custom_attrs']}],
  ['`groups` in a PATCH', {operations: ['updateConstituent'], body: ['groups', 'remove_previous_groups']}],
  [
    '`class_affiliations`, `relationships` in a PATCH',
    {
      operations: ['updateConstituent'],
      body: [
        'class_affiliations',
        'relationships',
        'remove_previous_class_affiliations',
        'remove_previous_relationships',
      ],
    },
  ],
  ['`categories` in a body', {operations: constituentWriting, body: ['categories']}],
  [
    'contact report without name or date',
    {operations: ['createContactReportOfConstituent'], body: ['name', 'original_date']},
  ],
  [
    'unknown `contact_report_type_id`, also in a PATCH',
    {operations: reportWriting, body: ['contact_report_type_id', 'team_member']},
  ],
  ['records of a deleted constituent', {operations: ['deleteConstituent']}],
  ['keyword of a new constituent', {operations: ['createConstituent'], reply: ['categories']}],
  ['reciprocal relationship', {operations: tieWriting, body: ['reciprocal_id', 'rec_name', 'reciprocal_description']}],
  ['relationship of an unknown type', {operations: tieWriting, body: ['relationship_type_id', 'name']}],
  ['related constituent', {operations: tieWriting, body: ['related_constituent_id']}],
  ['`share_address`, `share_phone`', {operations: tieWriting, body: ['share_address', 'share_phone']}],
  [
    'class affiliation without type or year, or of an unknown type',
    {operations: classWriting, body: ['class_affiliation_type_id', 'year']},
  ],
  ['omitted `received_amount`', {operations: ['createGiftOfConstituent'], body: ['received_amount']}],
  ['`ack_template_name`', {operations: giftWriting, body: ['ack_template_name']}],
  ['`auto_sync_to_qbo`', {operations: giftWriting, body: ['auto_sync_to_qbo']}],
  [
    '`campaign_name`, `fund_name`, `appeal_name`, `event_name` and similar names in gifts/search',
    {operations: ['searchGifts'], reply: ['campaign_name', 'fund_name', 'appeal_name', 'event_name']},
  ],
  ['gift types 10 to 15', {operations: ['listGiftTypes']}],
  ['gift of the hidden type 14', {operations: giftWriting, body: ['gift_type_id']}],
  ['`0` in `parent_gift_id` and `parent_external_id`', {operations: giftWriting, body: ['parent_external_id']}],
  [
    'amount of a pledge in lists',
    {operations: ['listGiftsOfConstituent', 'searchGifts'], reply: ['amount', 'received_amount']},
  ],
  ['external id of another gift', {operations: giftWriting, body: ['external_id']}],
  ['deleted lookups', {operations: gifts, reply: ['campaign_id', 'fund_id', 'appeal_id', 'event_id']}],
  ['deleted parent gift', {operations: gifts, reply: ['parent_gift_id', 'parent_external_id']}],
  ['`custom_fields` of a gift', {operations: giftWriting, body: ['custom_fields']}],
  ['`custom_fields` of an appeal request', {operations: requests, reply: ['custom_fields']}],
  ['`custom_attrs` of an appeal request', {operations: requests, reply: ['custom_attrs']}],
  ['`raised`', {operations: requests, reply: ['raised']}],
  ["an appeal request's `name`", {operations: ['updateAppealRequest'], reply: ['name']}],
  ['note without `original_date`', {operations: ['createNoteOfConstituent'], body: ['original_date']}],
  ['note without a type, or with an unknown `note_type_id`', {operations: noteWriting, body: ['note_type_id']}],
  ['unknown `note_type_name`', {operations: noteWriting, body: ['note_type_name']}],
  ['blank `text` of a note', {operations: noteWriting, body: ['text']}],
  ['`external_id` of a note or volunteer time', {operations: [...noteWriting, ...timeWriting], body: ['external_id']}],
  ['unknown `volunteering_category_name`', {operations: timeWriting, body: ['volunteering_category_name']}],
  ['unknown or omitted `volunteering_category_id`', {operations: timeWriting, body: ['volunteering_category_id']}],
  ['volunteer time without `description`', {operations: timeWriting, body: ['description']}],
  ['volunteer times by `date_from`, `date_to`', {operations: ['searchVolunteerTimes'], parameters: ['q[]']}],
  ['deleted appeal, campaign, fund or event', {operations: lookups.map(kind => `delete${kind}`)}],
  ['renamed appeal, campaign, fund or event', {operations: lookups.map(kind => `update${kind}`), body: ['name']}],
  ["an appeal's `is_active`", {operations: ['showAppeal', 'createAppeal', 'updateAppeal'], reply: ['is_active']}],
  [
    'appeal request without a date',
    {
      operations: ['createAppealRequestOfAppeal', 'createAppealRequestOfConstituent', 'showAppealRequest'],
      reply: ['name'],
    },
  ],
  ['`code` of a fund', {operations: ['createFund', 'updateFund'], body: ['code']}],
  ['omitted `date`, `end_date`, `start_date`', {operations: lookupWriting, body: ['date', 'end_date', 'start_date']}],
  ['type of an appeal or event', giftTerm],
  ['`constituent_is_org` in gifts/search', {operations: ['searchGifts'], reply: ['constituent_is_org']}],
  ['lists', {operations: ['listLists', 'searchLists']}],
  ['search term `lists`', constituentTerm],
  ["an invitation's `status`", {operations: invitations, reply: ['status']}],
  ['`attended`, `attendees`', {operations: invitations, reply: ['attended', 'attendees']}],
  ['other values of `rsvp`, `attended`', {operations: invitationWriting, body: ['rsvp', 'attended']}],
  ['`attendances` in a PATCH', {operations: ['updateInvitation'], body: ['attendances']}],
  ['same person and event twice', {operations: inviting}],
  [
    'guests',
    {operations: invitationWriting, body: ['constituent_id', 'is_a_guest', 'guest_first_name', 'guest_last_name']},
  ],
  ['unknown parent invitation', {operations: invitationWriting, body: ['parent_invitation_id']}],
  [
    'guests of a deleted parent',
    {operations: invitations, reply: ['parent_invitation_id', 'parent_invitation_guest_name']},
  ],
  ['`raised`, `donated` of an invitation', {operations: invitations, reply: ['raised', 'donated']}],
  ["an invitation's `name`", {operations: ['updateInvitation'], reply: ['name']}],
  ['`custom_fields` of an invitation', {operations: invitations, reply: ['custom_fields']}],
  ['unknown `assigned_to`', {operations: invitationWriting, body: ['assigned_to']}],
  ['`single` category', {operations: ['attachKeyword', 'createConstituent', 'updateConstituent']}],
  [
    '`removable`, `editable`, `can_change`, `can_select`',
    {body: ['removable', 'editable', 'can_change', 'can_select']},
  ],
  [
    'keyword deleted with `permanent=0` or without `permanent`',
    {operations: ['deleteKeyword'], parameters: ['permanent']},
  ],
  ['category deleted', {operations: ['deleteCategory']}],
  ['group or level deleted', {operations: ['deleteGroup', 'deleteMembershipLevel']}],
  ['group or level renamed', {operations: ['updateGroup', 'updateMembershipLevel']}],
  ['key of a created category', {operations: ['createCategory'], reply: ['key']}],
  ['attaching a keyword again', {operations: ['attachKeyword']}],
  ['same group or level twice', {operations: ['createGroupMembershipOfConstituent', 'createMembershipOfConstituent']}],
  ['detaching an archived keyword that is not attached', {operations: ['detachKeyword'], statuses: [404]}],
  ['`facet_type`, `display_format`, `status`, `gender`', {body: ['facet_type', 'display_format', 'status', 'gender']}],
  ['case, accents', everyTerm],
  ['blanks around a value', everyTerm],
  ['size of a search', everyTerm],
  ['`null` and blank fields', everyTerm],
  ['`city`, `state`, ... twice', constituentTerm],
  ['addresses that are not current', constituentTerm],
  ['`state`', constituentTerm],
  ['`phone_number`', constituentTerm],
  ['`keyword`', constituentTerm],
  ['`groups`', constituentTerm],
  ['`membership_status`', constituentTerm],
  ['latest membership', constituentTerm],
  ['membership without an end', constituentTerm],
  ['`custom_attr_from`, `_to`', constituentTerm],
  ['`custom_attr_int`', constituentTerm],
  ['unknown id or attribute key', everyTerm],
  ['text instead of an id', everyTerm],
  ['`q` without brackets, twice', {parameters: ['q']}],
  ['date instead of a moment', everyTerm],
  ["a contact report's `original_date`, a gift's `received_date`", reportOrGiftTerm],
  ['gifts: `ni`', giftTerm],
  ['`sort`', {parameters: ['sort']}],
  ['`expand`', {parameters: ['expand']}],
  ['gifts and contact reports of inactive constituents', reportOrGiftTerm],
  ['search of gifts', {operations: ['searchGifts']}],
];
