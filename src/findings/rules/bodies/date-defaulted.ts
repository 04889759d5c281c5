import {defaultedDate, ignoredFields, meantFor} from '../../fields/ignored-fields.js';
import {example, type FindingRule} from '../../rule.js';
import {contactReportExample} from '../example-requests.js';

export const dateDefaulted: FindingRule = {
  id: 'date-defaulted',
  axis: 'bodies',
  level: 'error',
  what: "A record is saved with today's date, while the body has a date under a name that the service does not know.",
  why: 'A call of last May stands in the history of today, and no report of May has it.',
  turnOff: 'Never: a date that is sent is meant.',
  bad: example(
    contactReportExample({text: 'Called about the gala', original_date: undefined, contact_date: '2025-05-02'}),
  ),
  good: example(contactReportExample({text: 'Called about the gala', original_date: '2025-05-02'})),
  only: 'accepted',
  reads: operation => operation?.method === 'POST' && operation.body !== undefined,
  inspect: exchange =>
    ignoredFields(exchange, 'date-defaulted').map(found =>
      meantFor(defaultedDate(found, exchange)!, found, ", and today's date was saved"),
    ),
};
