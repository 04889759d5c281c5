import {decided, type Section, switched} from './assumption.js';

const tieWriting = ['createConstituentRelationshipOfConstituent', 'updateConstituentRelationship'];
const classWriting = ['createClassAffiliationOfConstituent', 'updateClassAffiliation'];

export const ties: Section = {
  title: 'Relationships and class affiliations',
  assumptions: [
    switched({
      point: 'the way back of a relationship',
      does: 'a new relationship with `reciprocal_id` or `rec_name` makes a second one, of the related constituent, of that type, with `reciprocal_description`; a PATCH makes none, and neither of the two follows the other afterwards',
      option: '--assume reciprocal_rows=none',
      turned: 'no second one is made',
      places: [{operations: tieWriting, body: ['reciprocal_id', 'rec_name', 'reciprocal_description']}],
    }),
    decided(
      'a relationship of an unknown type',
      'taken; a new one has no type then, `relationship_type_id` and `name` null; one that is changed keeps its type',
      {operations: tieWriting, body: ['relationship_type_id', 'name']},
    ),
    decided(
      'the related constituent',
      'one that does not exist is refused; none at all is taken, and null; the constituent itself will do',
      {operations: tieWriting, body: ['related_constituent_id']},
    ),
    decided(
      '`share_address`, `share_phone`',
      'integers, stored and answered as they were sent; null where they were not',
      {operations: tieWriting, body: ['share_address', 'share_phone']},
    ),
    decided(
      'a class affiliation without a type or a year, or of an unknown type',
      'taken, and null; one that is changed keeps its type',
      {operations: classWriting, body: ['class_affiliation_type_id', 'year']},
    ),
  ],
};

export const categories: Section = {
  title: 'Categories, keywords, groups, memberships',
  assumptions: [
    decided('`single` category', 'a second keyword replaces the first', {
      operations: ['attachKeyword', 'createConstituent', 'updateConstituent'],
    }),
    decided('`removable`, `editable`, `can_change`, `can_select`', 'stored and answered, not enforced', {
      body: ['removable', 'editable', 'can_change', 'can_select'],
    }),
    switched({
      point: 'keyword deleted with `permanent=0`, or without `permanent`',
      does: 'archived: not listed, not attachable, 404; constituents that hold it keep it; `permanent=1` still works',
      option: '--assume keyword_delete=permanent',
      turned:
        'as with `permanent=1`: gone, and detached everywhere. With `--assume keyword_delete=ignore`: success, and nothing changes',
      places: [{operations: ['deleteKeyword'], parameters: ['permanent']}],
    }),
    decided('category deleted', 'its keywords go, and every attachment of them', {operations: ['deleteCategory']}),
    decided('group or level deleted', 'its memberships go with it', {
      operations: ['deleteGroup', 'deleteMembershipLevel'],
    }),
    decided('group or level renamed', 'its memberships show the new name', {
      operations: ['updateGroup', 'updateMembershipLevel'],
    }),
    decided('key of a created category', 'follows from its id, so that it is the same on every run', {
      operations: ['createCategory'],
      reply: ['key'],
    }),
    decided('attaching a keyword that is held', 'success, and nothing changes', {operations: ['attachKeyword']}),
    decided('the same group or level twice', 'two memberships', {
      operations: ['createGroupMembershipOfConstituent', 'createMembershipOfConstituent'],
    }),
    decided('detaching an archived keyword that is not held', '404, as one that does not exist', {
      operations: ['detachKeyword'],
      statuses: [404],
    }),
    decided('`facet_type`, `display_format`, `status`, `gender`', 'any text', {
      body: ['facet_type', 'display_format', 'status', 'gender'],
    }),
  ],
};

const kinds = ['Appeal', 'Campaign', 'Fund', 'Event'];
const listWriting = kinds.flatMap(kind => [`create${kind}`, `update${kind}`]);

export const events: Section = {
  title: 'Appeals, funds, events, lists',
  assumptions: [
    decided('an appeal, campaign, fund or event that is deleted', 'gifts, requests and invitations keep id and name', {
      operations: kinds.map(kind => `delete${kind}`),
    }),
    decided('one that is renamed', 'what was written before keeps the old name', {
      operations: kinds.map(kind => `update${kind}`),
      body: ['name'],
    }),
    decided("an appeal's `is_active`", 'true where it is not sent; on the single object only, never in a list', {
      operations: ['showAppeal', 'createAppeal', 'updateAppeal'],
      reply: ['is_active'],
    }),
    decided('a request to an appeal without a date', 'its `name` lacks the parentheses', {
      operations: ['createAppealRequestOfAppeal', 'createAppealRequestOfConstituent', 'showAppealRequest'],
      reply: ['name'],
    }),
    decided('`code` of a fund', 'a string or an integer; answered as a string', {
      operations: ['createFund', 'updateFund'],
      body: ['code'],
    }),
    decided('`date`, `end_date`, `start_date` left out', 'null; an end before the start is taken', {
      operations: listWriting,
      body: ['date', 'end_date', 'start_date'],
    }),
    decided(
      'the type of an appeal or event',
      'only seeded and imported ones have one (`appeal_type_id`, `event_type_id` of a seed); no body takes it, no reply shows it. A deleted appeal or event has none',
      {operations: ['searchGifts'], parameters: ['q[]']},
    ),
    decided('`constituent_is_org` of a search of gifts', 'stands behind `external_constituent_id`', {
      operations: ['searchGifts'],
      reply: ['constituent_is_org'],
    }),
    decided(
      'lists',
      '`id`, `name`, `description`, by id; searched by `name`; a constituent is on a list by seed only',
      {operations: ['listLists', 'searchLists']},
    ),
    decided('the search term `lists`', 'who is on any of the lists', {
      operations: ['searchConstituents'],
      parameters: ['q[]'],
    }),
  ],
};

const timeWriting = ['createVolunteerTimeOfConstituent', 'updateVolunteerTime'];
const noteWriting = ['createNoteOfConstituent', 'updateNote'];

export const notesAndHours: Section = {
  title: 'Notes and volunteer times',
  assumptions: [
    switched({
      point: 'a note without `original_date`',
      does: 'refused, as the service declares it required: 422, whose description ends with the switch',
      option: '--assume required_fields=observed',
      turned: 'taken, and of today, as a contact report is; a client was seen to send another field in its place',
      places: [{operations: ['createNoteOfConstituent'], body: ['original_date']}],
    }),
    decided('a note without a type', 'has none: id and name null; so has one with an unknown `note_type_id`', {
      operations: noteWriting,
      body: ['note_type_id'],
    }),
    decided('an unknown `note_type_name`', 'makes the type, with the next id, as seen of contact reports', {
      operations: noteWriting,
      body: ['note_type_name'],
    }),
    decided('a blank `text` of a note', "422 `Text can't be blank`, as seen of contact reports", {
      operations: noteWriting,
      body: ['text'],
    }),
    decided('the `external_id` of a note, of a volunteer time', 'two records may share one', {
      operations: [...noteWriting, ...timeWriting],
      body: ['external_id'],
    }),
    decided('an unknown `volunteering_category_name`', 'makes the category, with the next id', {
      operations: timeWriting,
      body: ['volunteering_category_name'],
    }),
    decided('an unknown `volunteering_category_id`, or none', '422: one of the two is declared required', {
      operations: timeWriting,
      body: ['volunteering_category_id'],
    }),
    decided(
      'a volunteer time without `description`',
      'answered as an empty text; null is taken, and answered, in a PATCH',
      {operations: timeWriting, body: ['description']},
    ),
    decided(
      'a search of volunteer times by `date_from`, `date_to`',
      '`date` stands for its first second; one without is not found',
      {operations: ['searchVolunteerTimes'], parameters: ['q[]']},
    ),
  ],
};
