import type {PageWalk} from '../../memory/pages-read.js';
import {get, parametersOf, plural} from '../../rewrite.js';
import {example, type FindingRule} from '../../rule.js';
import {termValue} from '../../terms.js';

/** Served gifts whose types include money that other gifts include as well. */
interface Served {
  pledges: number;
  installments: number;
  softCredits: number;
}

const remember = (): Map<PageWalk, Served> => new Map();

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
    const served = counts.get(step.walk) ?? {pledges: 0, installments: 0, softCredits: 0};
    served.pledges += times(exchange.reply, '"gift_type_name":"Pledge"');
    served.installments += times(exchange.reply, '"gift_type_name":"Installment"');
    served.softCredits += times(exchange.reply, '"gift_type_name":"Soft Credit"');
    if (counts.size < most) {
      counts.set(step.walk, served);
    }
    return undefined;
  },
  atEnd: session => {
    const whole = [...session.memory(remember)].filter(([walk]) => !walk.hasMore);
    return whole.length === 0
      ? undefined
      : whole
          .filter(([, {pledges, installments, softCredits}]) => pledges > 0 && installments + softCredits > 0)
          .map(([walk, {pledges, installments, softCredits}]) => ({
            where: 'q[] gift_types',
            nearest: 'gift_types=in|1',
            at: walk.first.at,
            message: `a sum over these counts money twice: ${plural(pledges, 'pledge')} stand beside ${plural(installments, 'installment')} and ${plural(softCredits, 'soft credit')}`,
            fix: 'Name the types that are to be summed in gift_types.',
            request: () =>
              get(walk.path, [
                ...parametersOf(walk.first).filter(([name]) => name !== 'offset'),
                ['q[]', 'gift_types=in|1'],
              ]),
          }));
  },
};
