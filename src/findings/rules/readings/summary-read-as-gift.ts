import type {Occurrence} from '../../finding.js';
import {get, occurrenceOf} from '../../rewrite.js';
import {example, type FindingRule} from '../../rule.js';

/** The first list of gifts that was read, and the path of a gift in it. */
const remember = (): {list?: {at: Occurrence; path: string}; hasWhole: boolean} => ({hasWhole: false});

export const summaryReadAsGift: FindingRule = {
  id: 'summary-read-as-gift',
  axis: 'readings',
  level: 'info',
  what: "A client reads a constituent's list of gifts, and never a whole gift.",
  why: 'The list has eight fields, two of them with other names: `amount` and `date` instead of `received_amount` and `received_date`. It lacks fund, campaign and note.',
  turnOff: 'If the eight fields are enough.',
  bad: example('/api/v1/constituents/959435/gifts'),
  good: example('/api/v1/constituents/959435/gifts', '/api/v1/gifts/894468'),
  falseAlarms: [
    {
      what: 'The client needs only amounts and dates.',
      undecided: 'The sandbox cannot see what a client reads from a response, so this is only an info.',
    },
  ],
  only: 'accepted',
  reads: operation => ['listGiftsOfConstituent', 'showGift', 'searchGifts', 'updateGift'].includes(operation?.id ?? ''),
  inspect: (exchange, session) => {
    const memo = session.memory(remember);
    if (exchange.operation!.id !== 'listGiftsOfConstituent') {
      memo.hasWhole = true;
    } else if ((session.step?.page.facts.items_count ?? 0) > 0) {
      const [id] = memo.list === undefined ? (session.step!.page.ids() ?? []) : [];
      memo.list ??= {at: occurrenceOf(exchange), path: `/api/v1/gifts/${id}`};
    }
    return undefined;
  },
  atEnd: session => {
    const {list, hasWhole} = session.memory(remember);
    return list === undefined
      ? undefined
      : hasWhole
        ? []
        : {
            where: '',
            nearest: `GET ${list.path}`,
            at: list.at,
            message: `this list has 8 fields only, among them "amount" and "date"; GET ${list.path} and /api/v1/gifts/search have all 41`,
            fix: 'Read a gift by its id, or search gifts, where more than amount and date is needed.',
            request: () => get(list.path),
          };
  },
};
