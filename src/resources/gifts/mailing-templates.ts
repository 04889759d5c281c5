import * as z from 'zod';
import {listBy} from '../../operations/crud.js';
import {presenterOf} from '../../operations/presenter.js';
import type {ListedResource} from '../../operations/resource.js';
import {idFilter} from '../../schema/query.js';

const output = z.strictObject({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  mailing_type_id: z.int(),
  mailing_type_name: z.string(),
  template_type: z.string(),
});

export type MailingTemplateRow = z.infer<typeof output>;

export const mailingTemplates: ListedResource<MailingTemplateRow> = {
  name: 'mailing_templates',
  itemType: 'mailing_template',
  tag: 'Lookup lists',
  firstId: 174,
  indexes: {mailing_type_id: []},
  output,
  present: presenterOf(output),
};

export const operations = [listBy(mailingTemplates, 'mailing_type_id', idFilter)];
