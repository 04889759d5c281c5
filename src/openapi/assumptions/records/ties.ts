import {decided, type Section, switched} from '../assumption.js';

const writing = ['createConstituentRelationshipOfConstituent', 'updateConstituentRelationship'];
const classWriting = ['createClassAffiliationOfConstituent', 'updateClassAffiliation'];

export const ties: Section = {
  title: 'Relationships and class affiliations',
  assumptions: [
    switched({
      point: 'the way back of a relationship',
      does: 'a new relationship with `reciprocal_id` or `rec_name` makes a second one, of the related constituent, of that type, with `reciprocal_description`; a PATCH makes none, and neither of the two follows the other afterwards',
      option: '--assume reciprocal_rows=none',
      turned: 'no second one is made',
      places: [{operations: writing, body: ['reciprocal_id', 'rec_name', 'reciprocal_description']}],
    }),
    decided(
      'a relationship of an unknown type',
      'taken; a new one has no type then, `relationship_type_id` and `name` null; one that is changed keeps its type',
      {operations: writing, body: ['relationship_type_id', 'name']},
    ),
    decided(
      'the related constituent',
      'one that does not exist is refused; none at all is taken, and null; the constituent itself will do',
      {operations: writing, body: ['related_constituent_id']},
    ),
    decided(
      '`share_address`, `share_phone`',
      'integers, stored and answered as they were sent; null where they were not',
      {
        operations: writing,
        body: ['share_address', 'share_phone'],
      },
    ),
    decided(
      'a class affiliation without a type or a year, or of an unknown type',
      'taken, and null; one that is changed keeps its type',
      {operations: classWriting, body: ['class_affiliation_type_id', 'year']},
    ),
  ],
};
