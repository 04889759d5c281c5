import {decided, type Section, switched} from '../assumption.js';

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
