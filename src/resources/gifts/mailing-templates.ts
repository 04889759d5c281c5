import * as z from 'zod';
import {listBy} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/replies/presenter.js';
import {idOf, nameField, snakeCase} from '../../schema/common-fields.js';
import {idFilter} from '../../schema/query.js';
import {tags} from '../tags.js';

export type MailingTemplateRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the mailing template'),
  name: nameField,
  code: z.string().describe('A short code.'),
  mailing_type_id: z.int().describe('The kind of mailing, from `GET /types/mailing_types`.'),
  mailing_type_name: z.string().describe('The name of the kind of mailing.'),
  template_type: z.string().describe('How the template is used.'),
});

export const mailingTemplates: ListedResource<MailingTemplateRow> = {
  name: 'mailing_templates',
  itemType: 'mailing_template',
  tag: tags.lookups,
  firstId: 174,
  indexes: {mailing_type_id: []},
  output,
  present: presenterOf(output),
  references: [{id: 'mailing_type_id', name: 'mailing_type_name', to: 'mailing_types', default: 'first'}],
  build: ({name, mailing_type_id, mailing_type_name}, {id}) => ({
    id,
    name,
    code: snakeCase(name),
    mailing_type_id,
    mailing_type_name,
    template_type: 'letter',
  }),
  importer: {required: ['name']},
};

export const mailingTemplateKind = kindOf(mailingTemplates, [
  listBy(mailingTemplates, 'mailing_type_id', idFilter.describe('Only those of this type of mailing.')),
]);
