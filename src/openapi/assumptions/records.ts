import {decided, type Section, switched} from './assumption.js';

const tieWriting = ['createConstituentRelationshipOfConstituent', 'updateConstituentRelationship'];
const classWriting = ['createClassAffiliationOfConstituent', 'updateClassAffiliation'];

export const ties: Section = {
  title: 'Relationships and class affiliations',
  assumptions: [
    switched({
      point: 'reciprocal relationship',
      does: 'a new relationship with `reciprocal_id` or `rec_name` creates a second one, for the related constituent, with that type and `reciprocal_description`; a PATCH creates none, and neither follows the other',
      option: '--assume reciprocal_rows=none',
      turned: 'no second one is created',
      places: [{operations: tieWriting, body: ['reciprocal_id', 'rec_name', 'reciprocal_description']}],
    }),
    decided(
      'relationship of an unknown type',
      'accepted: a new one has `relationship_type_id` and `name` null; a changed one keeps its type',
      {operations: tieWriting, body: ['relationship_type_id', 'name']},
    ),
    decided(
      'related constituent',
      'an unknown one is rejected; an omitted one is null; the constituent itself is accepted',
      {operations: tieWriting, body: ['related_constituent_id']},
    ),
    decided('`share_address`, `share_phone`', 'integers, returned as sent; null if omitted', {
      operations: tieWriting,
      body: ['share_address', 'share_phone'],
    }),
    decided(
      'class affiliation without type or year, or of an unknown type',
      'accepted, with null; a changed one keeps its type',
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
    decided('`removable`, `editable`, `can_change`, `can_select`', 'stored and returned, not enforced', {
      body: ['removable', 'editable', 'can_change', 'can_select'],
    }),
    switched({
      point: 'keyword deleted with `permanent=0` or without `permanent`',
      does: 'archived: not listed, not attachable, 404; constituents keep it; `permanent=1` still works',
      option: '--assume keyword_delete=permanent',
      turned:
        'as with `permanent=1`: deleted and detached everywhere. With `--assume keyword_delete=ignore`: success, without a change',
      places: [{operations: ['deleteKeyword'], parameters: ['permanent']}],
    }),
    decided('category deleted', 'its keywords are deleted and detached', {operations: ['deleteCategory']}),
    decided('group or level deleted', 'its memberships are deleted', {
      operations: ['deleteGroup', 'deleteMembershipLevel'],
    }),
    decided('group or level renamed', 'its memberships show the new name', {
      operations: ['updateGroup', 'updateMembershipLevel'],
    }),
    decided('key of a created category', 'derived from its id, so that it is the same on every run', {
      operations: ['createCategory'],
      reply: ['key'],
    }),
    decided('attaching a keyword again', 'success, without a change', {operations: ['attachKeyword']}),
    decided('same group or level twice', 'two memberships', {
      operations: ['createGroupMembershipOfConstituent', 'createMembershipOfConstituent'],
    }),
    decided('detaching an archived keyword that is not attached', '404, as for an unknown one', {
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
    decided('deleted appeal, campaign, fund or event', 'gifts, requests and invitations keep id and name', {
      operations: kinds.map(kind => `delete${kind}`),
    }),
    decided('renamed appeal, campaign, fund or event', 'existing records keep the old name', {
      operations: kinds.map(kind => `update${kind}`),
      body: ['name'],
    }),
    decided("an appeal's `is_active`", 'true by default; only in the single object, never in a list', {
      operations: ['showAppeal', 'createAppeal', 'updateAppeal'],
      reply: ['is_active'],
    }),
    decided('appeal request without a date', 'its `name` has no parentheses', {
      operations: ['createAppealRequestOfAppeal', 'createAppealRequestOfConstituent', 'showAppealRequest'],
      reply: ['name'],
    }),
    decided('`code` of a fund', 'a string or an integer; returned as a string', {
      operations: ['createFund', 'updateFund'],
      body: ['code'],
    }),
    decided('omitted `date`, `end_date`, `start_date`', 'null; an end before the start is accepted', {
      operations: listWriting,
      body: ['date', 'end_date', 'start_date'],
    }),
    decided(
      'type of an appeal or event',
      'only generated and imported ones have one (`appeal_type_id`, `event_type_id` of a seed), until they are deleted; no body or response has it',
      {operations: ['searchGifts'], parameters: ['q[]']},
    ),
    decided('`constituent_is_org` in gifts/search', 'follows `external_constituent_id`', {
      operations: ['searchGifts'],
      reply: ['constituent_is_org'],
    }),
    decided('lists', '`id`, `name`, `description`, by id; searched by `name`; only a seed adds constituents', {
      operations: ['listLists', 'searchLists'],
    }),
    decided('search term `lists`', 'members of any of the lists', {
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
      point: 'note without `original_date`',
      does: 'rejected, as the service declares it required: 422; the description ends with the switch',
      option: '--assume required_fields=observed',
      turned: 'accepted, with today as its date, like a contact report; a client was observed to send another field',
      places: [{operations: ['createNoteOfConstituent'], body: ['original_date']}],
    }),
    decided('note without a type, or with an unknown `note_type_id`', 'id and name are null', {
      operations: noteWriting,
      body: ['note_type_id'],
    }),
    decided('unknown `note_type_name`', 'creates the type, as observed for contact reports', {
      operations: noteWriting,
      body: ['note_type_name'],
    }),
    decided('blank `text` of a note', "422 `Text can't be blank`, as observed for contact reports", {
      operations: noteWriting,
      body: ['text'],
    }),
    decided('`external_id` of a note or volunteer time', 'not unique', {
      operations: [...noteWriting, ...timeWriting],
      body: ['external_id'],
    }),
    decided('unknown `volunteering_category_name`', 'creates the category', {
      operations: timeWriting,
      body: ['volunteering_category_name'],
    }),
    decided('unknown or omitted `volunteering_category_id`', '422: one of the two fields is declared required', {
      operations: timeWriting,
      body: ['volunteering_category_id'],
    }),
    decided('volunteer time without `description`', 'an empty text; a PATCH can set null', {
      operations: timeWriting,
      body: ['description'],
    }),
    decided(
      'volunteer times by `date_from`, `date_to`',
      '`date` means its first second; times without a date are not found',
      {operations: ['searchVolunteerTimes'], parameters: ['q[]']},
    ),
  ],
};
