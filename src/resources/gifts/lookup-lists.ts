import * as z from 'zod';
import {list, listBy} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {behindOthers, idOf, keyField, nameField, ordinalField, snakeCase} from '../../schema/common-fields.js';
import {idFilter} from '../../schema/query.js';
import {tags} from '../tags.js';

export type GiftTypeRow = z.infer<typeof typeOutput>;

const typeOutput = z.strictObject({
  id: idOf('the gift type'),
  name: nameField,
  ordinal: ordinalField,
});

/** Observed: a gift of this type can be read by its id, but lists and searches omit the type and its gifts. */
export const hiddenGiftType = 14;

export const giftTypes: ListedResource<GiftTypeRow> = {
  name: 'gift_types',
  itemType: 'gift_type',
  tag: tags.lookups,
  firstId: 1,
  listed: ({id}) => id !== hiddenGiftType,
  unlisted: `the hidden type ${hiddenGiftType}`,
  output: typeOutput,
  present: presenterOf(typeOutput),
  build: ({name}, {id}) => ({id, name, ordinal: behindOthers}),
  importer: {required: ['name']},
  learned: {facts: ['id', 'ordinal'], words: ['name']},
  seedExample: [{name: 'Legacy'}],
};

export const giftTypeKind = kindOf(giftTypes, [list(giftTypes)]);

export type GiftCategoryRow = z.infer<typeof categoryOutput>;

const categoryOutput = z.strictObject({
  id: idOf('the gift category'),
  display_name: z.string().describe('The displayed name.'),
  gift_type_id: z.int().describe('The type of gift, from `GET /gift_types`: 1 Gift, 7 Pledge, 13 Installment.'),
  gift_type_name: z.string().describe('The name of the type of gift.'),
});

export const giftCategories: ListedResource<GiftCategoryRow> = {
  name: 'gift_categories',
  itemType: 'gift_category',
  tag: tags.lookups,
  firstId: 5937,
  indexes: {gift_type_id: []},
  output: categoryOutput,
  present: presenterOf(categoryOutput),
  columns: {display_name: 'Name', gift_type_id: 'Gift type'},
  references: [{id: 'gift_type_id', name: 'gift_type_name', to: 'gift_types', required: true}],
  build: ({display_name, gift_type_id, gift_type_name}, {id}) => ({id, display_name, gift_type_id, gift_type_name}),
  importer: {required: ['display_name']},
  learned: {facts: ['id', 'gift_type_id'], words: ['display_name', 'gift_type_name']},
  seedExample: [{display_name: 'In memory', gift_type_id: 1}],
};

export const giftCategoryKind = kindOf(giftCategories, [
  listBy(giftCategories, 'gift_type_id', idFilter.describe('Lists only those of this type of gift.')),
]);

export type PaymentTypeRow = z.infer<typeof paymentOutput>;

const paymentOutput = z.strictObject({
  id: idOf('the payment type'),
  name: nameField,
  key: keyField,
  ordinal: ordinalField,
});

export const paymentTypes: ListedResource<PaymentTypeRow> = {
  name: 'payment_types',
  itemType: 'payment_type',
  tag: tags.lookups,
  firstId: 1507,
  output: paymentOutput,
  present: presenterOf(paymentOutput),
  build: ({name}, {id}) => ({id, name, key: snakeCase(name), ordinal: behindOthers}),
  importer: {required: ['name']},
  learned: {facts: ['id', 'ordinal'], words: ['name', 'key']},
  seedExample: [{name: 'Cheque by post'}],
};

export const paymentTypeKind = kindOf(paymentTypes, [list(paymentTypes)]);

type MailingTemplateRow = z.infer<typeof templateOutput>;

const templateOutput = z.strictObject({
  id: idOf('the mailing template'),
  name: nameField,
  code: z.string().describe('A short code.'),
  mailing_type_id: z.int().describe('The kind of mailing, from `GET /types/mailing_types`.'),
  mailing_type_name: z.string().describe('The name of the kind of mailing.'),
  template_type: z.string().describe('The use of the template.'),
});

export const mailingTemplates: ListedResource<MailingTemplateRow> = {
  name: 'mailing_templates',
  itemType: 'mailing_template',
  tag: tags.lookups,
  firstId: 174,
  indexes: {mailing_type_id: []},
  output: templateOutput,
  present: presenterOf(templateOutput),
  columns: {name: 'Name', mailing_type_id: 'Mailing type'},
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
  learned: {facts: ['id', 'mailing_type_id'], words: ['name', 'code', 'mailing_type_name', 'template_type']},
  seedExample: [{name: 'Letter of thanks'}],
};

export const mailingTemplateKind = kindOf(mailingTemplates, [
  listBy(mailingTemplates, 'mailing_type_id', idFilter.describe('Lists only those of this type of mailing.')),
]);
