import type {SearchSpec} from '../../operations/search-operation.js';
import {keyed} from '../../search/condition.js';
import {between} from '../../search/ranges.js';
import {ids, momentFrom, momentTo, text} from '../../search/read-values.js';
import {type Term, term} from '../../search/term.js';
import {constituentKeywords} from '../categories/constituent-keywords.js';
import {type VolunteerTimeRow, volunteerTimes} from './volunteer-times.js';

const own = (key: string) => keyed('volunteer_times', key);

const terms: readonly Term[] = [
  term({
    name: 'date_from',
    value: momentFrom,
    finds: '`date`, as its first second, is this moment or later',
    condition: value => own('date').within([between(value)]),
  }),
  term({
    name: 'date_to',
    value: momentTo,
    finds: '`date`, as its first second, is this moment or earlier',
    condition: value => own('date').within([between(undefined, value)]),
  }),
  term({
    name: 'description',
    value: text,
    finds: 'the description contains the text',
    condition: value => own('description').containing(value),
  }),
  term({
    name: 'volunteering_category_id',
    value: ids,
    finds: 'for one of the categories',
    condition: value => own('category').oneOf(value),
  }),
  term({
    name: 'constituent_id',
    value: ids,
    finds: 'of one of the constituents',
    condition: value => own('constituent_id').oneOf(value),
  }),
  term({
    name: 'const_keyword',
    value: ids,
    finds: 'of a constituent that holds one of the keywords',
    condition: (value, transaction) => {
      const held = transaction.rows(constituentKeywords);
      const rows = value.flatMap(id => held.where('keyword_id', id).toArray());
      return own('constituent_id').oneOf(rows.map(row => row.constituent_id));
    },
  }),
  term({
    name: 'updated_from',
    value: momentFrom,
    finds: '`updated_at` is this moment or later; a date means its first second',
    condition: value => own('updated_at').within([between(value)]),
  }),
  term({
    name: 'updated_to',
    value: momentTo,
    finds: '`updated_at` is this moment or earlier; a date means its last second',
    condition: value => own('updated_at').within([between(undefined, value)]),
  }),
];

/** Observed: of one day the larger id first, where the latest day is. */
export const volunteerTimeSearch: SearchSpec<VolunteerTimeRow> = {
  resource: volunteerTimes,
  terms,
  order: ['-date', '-id'],
  sorts: {date: ['date', 'id'], constituent_id: ['constituent_id']},
};
