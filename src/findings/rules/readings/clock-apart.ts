import type {FullExchange} from '../../../exchanges/exchange.js';
import {readDate} from '../../fields/read-date.js';
import {fieldsOf} from '../../fields/reply-body.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule} from '../../rule.js';
import {writtenParts} from '../../terms.js';
import {giftExample} from '../example-requests.js';

/** Fields with past dates. Others, such as the end of a membership, may lie in the future. */
const past = ['received_date', 'original_date', 'deposit_date', 'date_added', 'date'];

/** Milliseconds. */
const apart = 30 * 24 * 60 * 60 * 1000;

/** Types of gifts expected in the future. */
const planned = /pledge|planned|installment|bequest/i;

const plannedIds = new Set([7, 13]);

const isPlanned = ({gift_type_name, gift_type_id}: Readonly<Record<string, unknown>>): boolean =>
  planned.test(String(gift_type_name ?? '')) || plannedIds.has(Number(gift_type_id ?? 0));

/** A date as the service writes it. In an accepted request, it is valid. */
const isDate = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

/** The past dates of a request, by their location. */
function daysOf(exchange: FullExchange) {
  const terms = writtenParts(exchange).filter(
    ({name}) => name?.endsWith('_from') === true && !name.startsWith('membership_end'),
  );
  const body = fieldsOf(exchange.body);
  const fields = isPlanned(body) ? [] : past.filter(name => body[name] !== undefined);
  const values = [
    ...terms.map(({name, value}) => [`q[] ${name}`, value!] as const),
    ...fields.map(name => [`/${name}`, String(body[name])] as const),
  ];
  return values.flatMap(([where, value]) => {
    const day = isDate(value) ? value : readDate(value);
    return day === undefined ? [] : [[where, day] as const];
  });
}

export const clockApart: FindingRule = {
  id: 'clock-apart',
  axis: 'readings',
  level: 'info',
  what: "A date in a body or a term is more than 30 days after the account's clock, although it should be in the past.",
  why: "The sandbox has a clock of its own. A client that uses the machine's clock searches for days that have not come there, and finds nothing.",
  turnOff: 'If the client writes future gifts on purpose.',
  bad: example('/api/v1/gifts/search?q[]=date_from=2026-06-01&q[]=date_to=2026-06-30'),
  good: example('/api/v1/gifts/search?q[]=date_from=2025-12-20&q[]=date_to=2025-12-31&limit=10'),
  falseAlarms: [
    {
      what: 'Planned gifts.',
      example: example(giftExample({gift_type_name: 'Pledge', received_date: '2026-12-24'})),
    },
  ],
  only: 'accepted',
  reads: operation => operation?.body !== undefined || operation?.search !== undefined,
  inspect: exchange => {
    const days = daysOf(exchange);
    if (days.length === 0) {
      return undefined;
    }
    const {at} = exchange;
    const late = days.filter(([, day]) => day > at && Date.parse(day) - Date.parse(at) > apart);
    return late.map(([where, day]) => ({
      where,
      got: shown(day),
      message: `${day} is in the future: by the account's clock it is ${at.slice(0, 10)}`,
      fix: "Read today's date from the account's clock, GET /_sandbox/clock, or start with --now and --seed-until now.",
    }));
  },
};
