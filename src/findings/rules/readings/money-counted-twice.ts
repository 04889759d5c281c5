import type {PageWalk} from '../../memory/pages-read.js';
import {plural} from '../../rewrite.js';
import {example, type FindingRule} from '../../rule.js';
import {termValue} from '../../terms.js';
import {proposed} from '../searches/corrected-read.js';

/** Served gifts whose types include money that other gifts include as well. */
interface Served {
  pledges: number;
  installments: number;
  softCredits: number;
}

const nothing: Readonly<Served> = {pledges: 0, installments: 0, softCredits: 0};

/** The gifts of each walk since its first page; those of its latest complete reading. */
const remember = (): Map<PageWalk, {current: Served; complete?: Served}> => new Map();

/** Maximum number of walks tracked per session. */
const most = 50;

const times = (text: string, part: string): number => text.split(part).length - 1;

export const moneyCountedTwice: FindingRule = {
  id: 'money-counted-twice',
  axis: 'readings',
  level: 'info',
  what: 'All gifts of a search without `gift_types` are read, and pledges stand among them beside their installments or soft credits.',
  why: 'A pledge and the installments that pay it are the same money, and so is a soft credit: a sum over all counts it twice.',
  turnOff: 'In exports, and where sums are made by type.',
  bad: example('/api/v1/gifts/search?q[]=updated_from=2010-01-01&limit=500'),
  good: example('/api/v1/gifts/search?q[]=updated_from=2010-01-01;gift_types=in|1,8&limit=500'),
  falseAlarms: [
    {what: 'Exports.', undecided: 'What becomes of what is read cannot be seen: it is no more than an info.'},
  ],
  reads: operation => operation?.id === 'searchGifts',
  inspect: (exchange, session) => {
    const {step} = session;
    const counts = session.memory(remember);
    if (step === undefined || exchange.reply === undefined || termValue(exchange, 'gift_types') !== undefined) {
      return undefined;
    }
    const {offset, next_link} = step.page.facts;
    const known = counts.get(step.walk);
    const count = known ?? {current: {...nothing}};
    const served = offset === 0 ? {...nothing} : count.current;
    served.pledges += times(exchange.reply, '"gift_type_name":"Pledge"');
    served.installments += times(exchange.reply, '"gift_type_name":"Installment"');
    served.softCredits += times(exchange.reply, '"gift_type_name":"Soft Credit"');
    count.current = served;
    if (next_link === undefined) {
      count.complete = served;
    }
    if (known === undefined && counts.size < most) {
      counts.set(step.walk, count);
    }
    return undefined;
  },
  atEnd: session => {
    const whole = [...session.memory(remember)].flatMap(([walk, {complete}]) =>
      complete === undefined ? [] : [{walk, ...complete}],
    );
    return whole.length === 0
      ? undefined
      : whole
          .filter(({pledges, installments, softCredits}) => pledges > 0 && installments + softCredits > 0)
          .map(({walk, pledges, installments, softCredits}) => ({
            where: 'q[] gift_types',
            nearest: 'gift_types=in|1',
            at: walk.first.at,
            message: `a sum over these counts money twice: ${plural(pledges, 'pledge')} stand beside ${plural(installments, 'installment')} and ${plural(softCredits, 'soft credit')}`,
            fix: 'Name the types that are to be summed in gift_types.',
            ...proposed(walk.first, session, {'q[]': 'gift_types=in|1', offset: undefined}),
          }));
  },
};
