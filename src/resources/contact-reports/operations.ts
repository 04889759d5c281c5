import {createUnder, destroy, list, listUnder, show, update} from '../../operations/crud.js';
import {kindOf} from '../../operations/kinds/kind.js';
import {searchOperation} from '../../operations/search-operation.js';
import {contactReports} from './contact-reports.js';
import {contactReportSearch} from './search.js';

export const contactReportKind = kindOf(contactReports, [
  searchOperation(contactReportSearch),
  listUnder(contactReports, 'constituents'),
  createUnder(contactReports, 'constituents'),
  list(contactReports),
  show(contactReports),
  update(contactReports),
  destroy(contactReports),
]);
