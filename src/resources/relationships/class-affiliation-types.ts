import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {beyondContract} from '../../operations/operation.js';
import {presenterOf} from '../../operations/replies/presenter.js';
import {behindOthers, idOf, nameField, ordinalField} from '../../schema/common-fields.js';
import {tags} from '../tags.js';

export type ClassAffiliationTypeRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the class affiliation type'),
  name: nameField,
  ordinal: ordinalField,
});

/** The role of a constituent in a class of a school. Not one of the lists of `/types`. */
export const classAffiliationTypes: ListedResource<ClassAffiliationTypeRow> = {
  name: 'class_affiliation_types',
  itemType: 'class_affiliation_type',
  tag: tags.lookups,
  firstId: 515,
  output,
  present: presenterOf(output),
  build: ({name}, {id}) => ({id, name, ordinal: behindOthers}),
  importer: {required: ['name']},
};

export const classAffiliationTypeKind = kindOf(
  classAffiliationTypes,
  beyondContract('observed: class_affiliation_type_id of a class affiliation holds the id of one of these', [
    list(classAffiliationTypes),
  ]),
);
