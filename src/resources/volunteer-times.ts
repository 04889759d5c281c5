import * as z from 'zod';
import {createUnder, destroy, list, listUnder, show, update} from '../operations/crud.js';
import {type DataBuilder, kindOf, type RandomStream, type Resource} from '../operations/kinds/kind.js';
import {beyondContract} from '../operations/operation.js';
import {presenterOf} from '../operations/reply.js';
import {type SearchSpec, searchOperation} from '../operations/search-operation.js';
import {idOf, moments, ofConstituent} from '../schema/common-fields.js';
import {body, byOneOf, date, externalId, hours, integer, listOf, money, text} from '../schema/fields.js';
import {onDay} from '../schema/formats.js';
import {keyed} from '../search/condition.js';
import {foldedKey} from '../search/fold.js';
import type {Term} from '../search/term.js';
import type {Row} from '../store/order.js';
import {type CategoryRow, categories} from './categories/categories.js';
import {
  type AssignedField,
  addMissingCategories,
  assignedField,
  customFieldBody,
  customFieldOutput,
  importsFields,
  presentCustomFields,
  resolveFieldsFor,
} from './categories/custom-fields.js';
import {type KeywordRow, keywords} from './categories/keywords.js';
import {constituentKeywordTerm, containsText, dayTerms, isOneOf, updatedTerms} from './search-terms.js';
import {anyDay} from './shared.js';
import {tags} from './tags.js';
import {makeTypeValue, type TypeRow} from './types.js';

export type VolunteerTimeRow = Readonly<z.infer<typeof row>>;

type VolunteerTimeBody = Partial<
  Omit<z.infer<typeof input>, 'custom_fields'> & Pick<VolunteerTimeRow, 'custom_fields'>
>;

const input = body({
  constituent_id: integer.nullish(),
  external_id: externalId.nullish(),
  volunteering_category_id: integer.nullish(),
  volunteering_category_name: text.nullish(),
  description: text.nullish(),
  hours: money.nullish(),
  date: date.nullish(),
  end_date: date.nullish(),
  completed_hours: money.nullish(),
  custom_fields: listOf(customFieldBody).nullish(),
}).meta(byOneOf('volunteering_category_id', 'volunteering_category_name'));

const output = z.strictObject({
  id: idOf('the volunteer time'),
  constituent_id: ofConstituent,
  external_id: z.string().nullable().describe('The id in another system. An integer in bodies, a string in responses.'),
  volunteering_category_id: z.int().describe('The category of the work, from `GET /types/volunteering_categories`.'),
  volunteering_category_name: z.string().describe('The name of the category. A new name creates a new category.'),
  description: z.string().nullable().describe('A description of the work. Defaults to an empty text on create.'),
  hours: hours.nullable().describe('The number of planned hours.'),
  date: date.nullable().describe('The day, or the first of several.'),
  end_date: date.nullable().describe('The last day.'),
  completed_hours: hours.nullable().describe('The number of hours worked.'),
  custom_fields: z.array(customFieldOutput).describe('Keywords of categories.'),
  ...moments,
});

const row = output.extend({custom_fields: z.array(assignedField).readonly()});

const fieldsOfVolunteerTimes = {array: 'custom_fields', values: 'values', itemType: 'VolunteerTime'} as const;

export const volunteerTimes: Resource<VolunteerTimeRow, VolunteerTimeBody> = {
  name: 'volunteer_times',
  itemType: 'volunteer_time',
  tag: tags.volunteerTimes,
  firstId: 2950,
  indexes: {constituent_id: []},
  keys: {
    date: row => (row.date === null ? [] : [`${row.date}T00:00:00Z`]),
    category: 'volunteering_category_id',
    constituent_id: 'constituent_id',
    updated_at: row => [row.updated_at],
  },
  texts: {description: row => foldedKey(row.description)},
  reads: ['constituent_keywords'],
  parents: {constituent_id: 'constituents'},
  references: [
    {id: 'constituent_id', to: 'constituents'},
    {
      id: 'volunteering_category_id',
      name: 'volunteering_category_name',
      to: 'volunteering_categories',
      required: true,
      makeNamed: makeTypeValue('volunteering_categories'),
    },
  ],
  output,
  row,
  body: input,
  resolve: resolveFieldsFor('VolunteerTime'),
  build: (body, {id, parents, transaction: {now}}) => ({
    id,
    constituent_id: parents.constituent_id!,
    external_id: body.external_id ?? null,
    volunteering_category_id: body.volunteering_category_id!,
    volunteering_category_name: body.volunteering_category_name!,
    description: body.description ?? '',
    hours: body.hours ?? null,
    date: body.date ?? null,
    end_date: body.end_date ?? null,
    completed_hours: body.completed_hours ?? null,
    custom_fields: body.custom_fields ?? [],
    created_at: now,
    updated_at: now,
  }),
  present: presenterOf<VolunteerTimeRow>(output, {
    custom_fields: ({custom_fields}, transaction) => presentCustomFields(custom_fields, transaction),
  }),
  importer: {
    ...importsFields,
    keeps: ['custom_fields'],
    addMissing: (record, context) => addMissingCategories(fieldsOfVolunteerTimes, record, context),
  },
  columns: {
    date: 'Date',
    constituent_id: 'Constituent',
    volunteering_category_id: 'Category',
    hours: 'Hours',
    description: 'Description',
  },
  sortedAs: {date: 'date', constituent_id: 'constituent_id'},
  title: (row, nameOf) =>
    `${row.volunteering_category_name} by ${nameOf('constituents', row.constituent_id)}${onDay(row.date)}`,
  generate: {constituent: generateVolunteerTimes},
  seedExample: [{constituent_id: '$charles', volunteering_category_name: 'Kitchen', hours: 3.5, date: '2025-12-05'}],
  examples: {
    searchVolunteerTimes: {query: {'q[]': 'date_from=2024-01-01', sort: 'date!'}},
    createVolunteerTimeOfConstituent: {
      body: () => ({
        volunteering_category_name: 'General',
        description: 'Set the tables',
        hours: 3.5,
        date: '2025-12-05',
      }),
    },
    updateVolunteerTime: {body: () => ({completed_hours: 3})},
  },
};

const own = (key: string) => keyed('volunteer_times', key);

const terms: readonly Term[] = [
  ...dayTerms('date', own('date')),
  containsText('description', own('description'), 'the description contains the text'),
  isOneOf('volunteering_category_id', own('category'), 'for one of the categories', 'volunteering_categories'),
  isOneOf('constituent_id', own('constituent_id'), 'of one of the constituents'),
  constituentKeywordTerm('volunteer_times', 'of a constituent that holds one of the keywords'),
  ...updatedTerms('volunteer_times'),
];

/** Observed: volunteer times of one day are in descending order of ids if the latest day comes first. */
export const volunteerTimeSearch: SearchSpec<VolunteerTimeRow> = {
  resource: volunteerTimes,
  terms,
  order: ['-date', '-id'],
  sorts: {date: ['date', 'id'], constituent_id: ['constituent_id']},
};

const descriptions = ['Set the tables', 'Sorted donations', 'Drove the van', 'Reading hour', 'Donor management', ''];

/** A few volunteer times for some constituents: past, planned, and without hours or a date. */
function generateVolunteerTimes(builder: DataBuilder, {id}: Row): void {
  const random = builder.randomOf(volunteerTimes.name);
  if (!random.chance(0.3)) {
    return;
  }
  const types = builder.rows<TypeRow>({name: 'volunteering_categories', firstId: 0});
  for (let left = types.length === 0 ? 0 : random.int(1, 5); left > 0; left--) {
    const type = random.pick(types);
    const day = anyDay(random, builder);
    const hours = random.int(1, 16) / 2;
    const date = random.chance(0.95) ? day : null;
    const body = {
      external_id: random.chance(0.2) ? String(random.int(100_000, 999_999)) : null,
      volunteering_category_id: type.id,
      volunteering_category_name: type.name,
      description: random.pick(descriptions),
      hours: random.chance(0.95) ? hours : null,
      date,
      end_date: random.chance(0.3) ? date : null,
      completed_hours: random.chance(0.6) ? hours : null,
      custom_fields: random.chance(0.25) ? skillOf(builder, random) : [],
    };
    builder.build(volunteerTimes, body, {constituent_id: id}, `${day}T20:${random.int(10, 59)}:00Z`);
  }
}

function skillOf(builder: DataBuilder, random: RandomStream): AssignedField[] {
  const category = builder.rows<CategoryRow>(categories).find(({item_type}) => item_type === 'VolunteerTime');
  const offered = builder.rows<KeywordRow>(keywords).filter(({category_id}) => category_id === category?.id);
  return offered.length === 0 ? [] : [{category_id: category!.id, keyword_ids: [random.pick(offered).id]}];
}

export const volunteerTimeKind = kindOf(
  volunteerTimes,
  beyondContract('observed: the service has volunteer times, but the contract does not describe them', [
    searchOperation(volunteerTimeSearch),
    listUnder(volunteerTimes, 'constituents'),
    createUnder(volunteerTimes, 'constituents'),
    list(volunteerTimes),
    show(volunteerTimes),
    update(volunteerTimes),
    destroy(volunteerTimes),
  ]),
);
