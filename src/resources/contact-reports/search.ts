import type {SearchSpec} from '../../operations/search-operation.js';
import {keyed} from '../../search/condition.js';
import {between} from '../../search/ranges.js';
import {ids, momentFrom, momentTo, text} from '../../search/read-values.js';
import type {Sorts} from '../../search/sorts.js';
import {type Term, term} from '../../search/term.js';
import {constituentKeywordTerm, updatedTerms} from '../search-terms.js';
import {type ContactReportRow, contactReports} from './contact-reports.js';

const own = (key: string) => keyed('contact_reports', key);

/** Contract: "Contact report search terms". */
const terms: readonly Term[] = [
  term({
    name: 'original_date_from',
    value: momentFrom,
    finds: '`original_date`, as its first second, is this moment or later',
    condition: value => own('original_date').within([between(value)]),
  }),
  term({
    name: 'original_date_to',
    value: momentTo,
    finds: '`original_date`, as its first second, is this moment or earlier',
    condition: value => own('original_date').within([between(undefined, value)]),
  }),
  term({
    name: 'name',
    value: text,
    finds: 'the name contains the text',
    condition: value => own('name').containing(value),
  }),
  term({
    name: 'text',
    value: text,
    finds: 'the text contains the text',
    condition: value => own('text').containing(value),
  }),
  term({
    name: 'contact_report_type_id',
    value: ids,
    finds: 'of one of the types',
    condition: value => own('type').oneOf(value),
  }),
  term({
    name: 'constituent_id',
    value: ids,
    finds: 'about one of the constituents',
    condition: value => own('constituent_id').oneOf(value),
  }),
  constituentKeywordTerm('contact_reports', 'about a constituent that holds one of the keywords'),
  ...updatedTerms('contact_reports'),
];

/** Reports of one day are ordered like their days: by descending id if the latest day comes first. */
export const contactReportSorts: Sorts<ContactReportRow> = {
  name: ['name'],
  date: ['original_date', 'id'],
  constituent_id: ['constituent_id'],
};

export const contactReportSearch: SearchSpec<ContactReportRow> = {
  resource: contactReports,
  terms,
  order: ['-original_date', '-id'],
  sorts: contactReportSorts,
};
