import * as z from 'zod';
import {kindOf, type StoredKind} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/presenter.js';
import {idOf, ofConstituent} from '../../schema/common-fields.js';

/** A year of a school that a constituent belongs to. Only seen inside a constituent. */
export type ClassAffiliationRow = z.infer<typeof classAffiliationOutput>;

export const classAffiliationOutput = z.strictObject({
  id: idOf('the class affiliation'),
  constituent_id: ofConstituent,
  class_affiliation_type_id: z.int().describe('The school, from `GET /types/class_affiliation_types`.'),
  year: z.int().describe('The year of the class.'),
  note: z.string().nullable().describe('Free text.'),
});

export const classAffiliations: StoredKind<ClassAffiliationRow> = {
  name: 'class_affiliations',
  itemType: 'class_affiliation',
  firstId: 154,
  indexes: {constituent_id: []},
  parents: {constituent_id: 'constituents'},
  references: [{id: 'class_affiliation_type_id', to: 'class_affiliation_types', required: true}],
  output: classAffiliationOutput,
  present: presenterOf(classAffiliationOutput),
  build: ({constituent_id, class_affiliation_type_id, year}, {id}) => ({
    id,
    constituent_id,
    class_affiliation_type_id,
    year,
    note: null,
  }),
  importer: {required: ['year']},
};

export const classAffiliationKind = kindOf(classAffiliations);
