import type {ContactReportRow} from '../../src/resources/contact-reports.js';
import {naiveSearch} from './naive-search.js';
import {containing, fromTerm, idsTerm, toTerm} from './naive-terms.js';

export const contactReportSearch = naiveSearch<ContactReportRow>({
  operationId: 'searchContactReports',
  rows: data => data.contactReports,
  terms: {
    original_date_from: fromTerm(row => [row.original_date]),
    original_date_to: toTerm(row => [row.original_date]),
    name: containing(row => [row.name]),
    text: containing(row => [row.text]),
    contact_report_type_id: idsTerm(row => [row.contact_report_type_id]),
    constituent_id: idsTerm(row => [row.constituent_id]),
    const_keyword: idsTerm((row, data) =>
      data.constituentKeywords
        .filter(held => held.constituent_id === row.constituent_id)
        .map(({keyword_id}) => keyword_id),
    ),
    updated_from: fromTerm(row => [row.updated_at]),
    updated_to: toTerm(row => [row.updated_at]),
  },
  sorts: {
    name: row => [row.name],
    date: row => [row.original_date, row.id],
    constituent_id: row => [row.constituent_id],
  },
  order: {by: row => [row.original_date, row.id], reversed: true},
});
