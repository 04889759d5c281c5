import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {beyondContract} from '../../operations/operation.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, ofConstituent} from '../../schema/common-fields.js';
import {body, ignoredId, integer, text} from '../../schema/fields.js';
import {tags} from '../tags.js';

export type ClassAffiliationRow = z.infer<typeof classAffiliationOutput>;

export const classAffiliationBody = body({
  id: ignoredId.describe('Ignored; in a PATCH of the constituent, the class affiliation to change.'),
  class_affiliation_type_id: integer.nullish(),
  year: integer.nullish(),
  note: text.nullish(),
});

export const classAffiliationOutput = z.strictObject({
  id: idOf('the class affiliation'),
  constituent_id: ofConstituent,
  class_affiliation_type_id: z
    .int()
    .nullable()
    .describe("The constituent's role in the class, from `GET /class_affiliation_types`."),
  year: z.int().nullable().describe('The year of the class.'),
  note: z.string().nullable().describe('Free text.'),
});

/** A year as an index key: all keys have the same length. */
const yearKey = (year: number): string => String(year).padStart(4, '0');

const inCalendar = (year: number | null): year is number => year !== null && year >= 0 && year <= 9999;

export const classAffiliations: Resource<ClassAffiliationRow, z.infer<typeof classAffiliationBody>> = {
  name: 'class_affiliations',
  itemType: 'class_affiliation',
  tag: tags.classAffiliations,
  firstId: 154,
  indexes: {constituent_id: []},
  keys: {
    /** `<id of the type>|<year, four digits>` */
    class: ({class_affiliation_type_id, year}) =>
      class_affiliation_type_id !== null && inCalendar(year) ? [`${class_affiliation_type_id}|${yearKey(year)}`] : [],
  },
  parents: {constituent_id: 'constituents'},
  references: [{id: 'class_affiliation_type_id', to: 'class_affiliation_types', unknownId: 'ignore'}],
  output: classAffiliationOutput,
  body: classAffiliationBody,
  present: presenterOf(classAffiliationOutput),
  resolve: ({id: _, ...body}) => body,
  build: (body, {id, parents}) => ({
    id,
    constituent_id: parents.constituent_id!,
    class_affiliation_type_id: body.class_affiliation_type_id ?? null,
    year: body.year ?? null,
    note: body.note ?? null,
  }),
  columns: {constituent_id: 'Constituent', class_affiliation_type_id: 'Type', year: 'Year'},
  title: ({year, constituent_id}, nameOf) => `Class of ${year}, ${nameOf('constituents', constituent_id)}`,
  seedExample: [{constituent_id: '$ada', class_affiliation_type_id: '$evening', year: 1999}],
  examples: {
    createClassAffiliationOfConstituent: {
      body: first => ({class_affiliation_type_id: first('class_affiliation_types'), year: 1998, note: 'with honours'}),
    },
    updateClassAffiliation: {body: () => ({year: 1999})},
  },
};

export const classAffiliationKind = kindOf(
  classAffiliations,
  beyondContract('observed: the contract has the record inside a constituent but describes no operation on it', [
    listUnder(classAffiliations, 'constituents'),
    createUnder(classAffiliations, 'constituents'),
    show(classAffiliations),
    update(classAffiliations),
    destroy(classAffiliations),
  ]),
);
