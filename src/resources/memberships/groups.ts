import * as z from 'zod';
import {create, destroy, list, show, update} from '../../operations/crud.js';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, keyField, nameField, ordinalField, snakeCase} from '../../schema/common-fields.js';
import {body, integer, text} from '../../schema/fields.js';
import {tags} from '../tags.js';

export type GroupRow = z.infer<typeof output>;

const input = body({name: text, key: text.nullish(), ordinal: integer.nullish()});

const output = z.strictObject({
  id: idOf('the group'),
  name: nameField,
  key: keyField,
  ordinal: ordinalField,
});

export const groups: Resource<GroupRow, z.infer<typeof input>> = {
  name: 'groups',
  itemType: 'group',
  tag: tags.groups,
  firstId: 3240,
  output,
  body: input,
  build: ({name, key, ordinal}, {id}) => ({id, name, key: key ?? snakeCase(name), ordinal: ordinal ?? 0}),
  present: presenterOf(output),
  learned: {facts: ['id', 'ordinal'], texts: ['name', 'key']},
  seedExample: [{$id: 'choir', name: 'Choir'}],
  examples: {
    createGroup: {body: () => ({name: 'Choir'})},
    updateGroup: {body: () => ({name: 'Chamber Choir'})},
  },
};

export const groupKind = kindOf(groups, [list(groups), create(groups), show(groups), update(groups), destroy(groups)]);
