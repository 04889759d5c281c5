import type {SearchSpec} from '../../operations/search-operation.js';
import {keyed} from '../../search/condition.js';
import {between} from '../../search/ranges.js';
import {ids, momentFrom, momentTo, text} from '../../search/read-values.js';
import {type Term, term} from '../../search/term.js';
import {constituentKeywordTerm, updatedTerms} from '../search-terms.js';
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
