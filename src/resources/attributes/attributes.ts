import * as z from 'zod';
import {listBy} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/replies/presenter.js';
import {behindOthers, idOf, nameField, snakeCase} from '../../schema/common-fields.js';
import {wordFilter} from '../../schema/query.js';
import {tags} from '../tags.js';

const owners = ['Constituent', 'Invitation'] as const;

/** A custom attribute definition; `custom-attributes.ts` has the values of records. */
export type AttributeRow = z.infer<typeof row>;

const output = z.strictObject({
  id: idOf('the attribute'),
  item_type: z.enum(owners).describe('The kind of record it is for.'),
  name: nameField,
  description: z.string().nullable().describe('A sentence or two about it.'),
  key: z.string().describe('The name that searches and bodies know it by.'),
  min_val: z.number().nullable().describe('The least value it takes.'),
  max_val: z.number().nullable().describe('The greatest value it takes.'),
});

/** A real account may have more classifications than the sandbox generates: `text`, `integer` and `date`. */
const hidden = {classification: z.string(), ordinal: z.int()};

const row = output.extend(hidden);

export const attributes: ListedResource<AttributeRow> = {
  name: 'attributes',
  itemType: 'attribute',
  tag: tags.lookups,
  firstId: 3310,
  indexes: {item_type: []},
  output,
  row,
  present: presenterOf(output),
  build: ({name}, {id}) => ({
    id,
    item_type: 'Constituent',
    name,
    description: null,
    key: snakeCase(name),
    min_val: null,
    max_val: null,
    classification: 'text',
    ordinal: behindOthers,
  }),
  importer: {
    required: ['name'],
    fields: hidden, // the wire shows these two only with values
    keeps: ['classification', 'ordinal'],
  },
};

export const attributeKind = kindOf(attributes, [
  listBy(
    attributes,
    'item_type',
    wordFilter(owners).default('Constituent').describe('Only those for this kind of record.'),
  ),
]);
