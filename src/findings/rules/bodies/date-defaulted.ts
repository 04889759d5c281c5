import {defaultedDate, ignoredFields, meantFor} from '../../fields/ignored-fields.js';
import {example, type FindingRule} from '../../rule.js';
import {contactReportExample} from '../example-requests.js';

export const dateDefaulted: FindingRule = {
  id: 'date-defaulted',
  axis: 'bodies',
  level: 'error',
  what: "A record is saved with today's date, although the body has a date in a field that the service does not know.",
  why: "A call from last May appears in today's history, and every report about May lacks it.",
  turnOff: 'Never: a client that sends a date means it.',
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
