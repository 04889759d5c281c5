import type {VolunteerTimeRow} from '../../src/resources/volunteer-times.js';
import {naiveSearch} from './naive-search.js';
import {containing, fromTerm, idsTerm, toTerm} from './naive-terms.js';

export const volunteerTimeSearch = naiveSearch<VolunteerTimeRow>({
  operationId: 'searchVolunteerTimes',
  rows: data => data.volunteerTimes,
  terms: {
    date_from: fromTerm(row => [row.date]),
    date_to: toTerm(row => [row.date]),
    description: containing(row => [row.description]),
    volunteering_category_id: idsTerm(row => [row.volunteering_category_id]),
    constituent_id: idsTerm(row => [row.constituent_id]),
    const_keyword: idsTerm((row, data) =>
      data.constituentKeywords
        .filter(held => held.constituent_id === row.constituent_id)
        .map(({keyword_id}) => keyword_id),
    ),
    updated_from: fromTerm(row => [row.updated_at]),
    updated_to: toTerm(row => [row.updated_at]),
  },
  sorts: {date: row => [row.date, row.id], constituent_id: row => [row.constituent_id]},
  order: {by: row => [row.date, row.id], reversed: true},
});
