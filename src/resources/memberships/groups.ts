import * as z from 'zod';
import {create, destroy, list, show, update} from '../../operations/crud.js';
import {presenterOf} from '../../operations/presenter.js';
import type {Resource} from '../../operations/resource.js';
import {body, integer, text} from '../../schema/fields.js';

const output = z.strictObject({
  id: z.int(),
  name: z.string(),
  key: z.string(),
  ordinal: z.int(),
});

export type GroupRow = z.infer<typeof output>;

const input = body({
  name: text,
  key: text.nullish(),
  ordinal: integer.nullish(),
});

/** Lower snake case: `Board Member` is `board_member`. */
const snakeCase = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_');

export const groups: Resource<GroupRow, z.infer<typeof input>> = {
  name: 'groups',
  itemType: 'group',
  tag: 'Group memberships and groups',
  firstId: 3240,
  output,
  body: input,
  build: ({name, key, ordinal}, {id}) => ({id, name, key: key ?? snakeCase(name), ordinal: ordinal ?? 0}),
  present: presenterOf(output),
};

export const operations = [list(groups), create(groups), show(groups), update(groups), destroy(groups)];
