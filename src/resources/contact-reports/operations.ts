import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import {kindOf} from '../../operations/kinds/kind.js';
import {searchOperation, sortedList} from '../../operations/search-operation.js';
import {contactReports} from './contact-reports.js';
import {contactReportSearch, contactReportSorts} from './search.js';

export const contactReportKind = kindOf(contactReports, [
  searchOperation(contactReportSearch),
  listUnder(contactReports, 'constituents'),
  createUnder(contactReports, 'constituents'),
  sortedList(contactReports, contactReportSorts),
  show(contactReports),
  update(contactReports),
  destroy(contactReports),
]);
