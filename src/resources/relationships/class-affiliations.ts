import * as z from 'zod';
import {presenterOf} from '../../operations/presenter.js';
import type {CollectionSpec} from '../../store/collection.js';

export const classAffiliationOutput = z.strictObject({
  id: z.int(),
  constituent_id: z.int(),
  class_affiliation_type_id: z.int(),
  year: z.int(),
  note: z.string().nullable(),
});

/** A year of a school that a constituent belongs to. Only seen inside a constituent. */
export type ClassAffiliationRow = z.infer<typeof classAffiliationOutput>;

export const classAffiliations: CollectionSpec<ClassAffiliationRow> = {
  name: 'class_affiliations',
  firstId: 154,
  indexes: {constituent_id: []},
  parents: {constituent_id: 'constituents'},
};

export const presentClassAffiliation = presenterOf<ClassAffiliationRow>(classAffiliationOutput);
