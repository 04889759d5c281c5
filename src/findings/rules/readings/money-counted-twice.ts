import type {PageWalk} from '../../memory/pages-read.js';
import {plural} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';
import {termValue} from '../../terms.js';
import {proposed} from '../searches/corrected-read.js';

/** Types of gifts whose money other gifts include as well. */
const types = ['Pledge', 'Installment', 'Soft Credit'];

/** The number of gifts of each type in the current reading of a walk, and in its latest complete one. */
const remember = (): Map<PageWalk, {current: readonly number[]; complete?: readonly number[]}> => new Map();

/** Maximum number of walks tracked per session. */
const maxWalks = 50;

const times = (text: string, part: string): number => text.split(part).length - 1;

function mistakeOf({first}: PageWalk, counts: readonly number[], session: Session): Mistake[] {
  const [pledges = 0, ...others] = counts;
  const [pledge, installment, softCredit] = types.map((type, index) => plural(counts[index]!, type.toLowerCase()));
  const mistake = {
    where: 'q[] gift_types',
    nearest: 'gift_types=in|1',
    at: first.at,
    message: `a total of these counts money twice: ${pledge}, ${installment} and ${softCredit}`,
    fix: 'Name the types to add up in gift_types.',
    ...proposed(first, session, {'q[]': 'gift_types=in|1', offset: undefined}),
  };
  return pledges > 0 && others.some(number => number > 0) ? [mistake] : [];
}

export const moneyCountedTwice: FindingRule = {
  id: 'money-counted-twice',
  axis: 'readings',
  level: 'info',
  what: 'A client reads all gifts of a search without `gift_types`, and pledges are among them together with their installments or soft credits.',
  why: 'A pledge and the installments that pay it are the same money, and so is a soft credit: a total of all gifts counts it twice.',
  turnOff: 'For exports, and if the client computes totals by type.',
  bad: example('/api/v1/gifts/search?q[]=updated_from=2010-01-01&limit=500'),
  good: example('/api/v1/gifts/search?q[]=updated_from=2010-01-01;gift_types=in|1,8&limit=500'),
  falseAlarms: [
    {
      what: 'Exports.',
      undecided: 'The sandbox cannot see what a client does with a response, so this is only an info.',
    },
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
    const count = known ?? {current: []};
    const onPage = types.map(type => times(exchange.reply!, `"gift_type_name":"${type}"`));
    const before = offset === 0 ? [] : count.current;
    count.current = onPage.map((number, index) => number + (before[index] ?? 0));
    if (next_link === undefined) {
      count.complete = count.current;
    }
    if (known === undefined && counts.size < maxWalks) {
      counts.set(step.walk, count);
    }
    return undefined;
  },
  atEnd: session => {
    const whole = [...session.memory(remember)].filter(([, {complete}]) => complete !== undefined);
    return whole.length === 0 ? undefined : whole.flatMap(([walk, {complete}]) => mistakeOf(walk, complete!, session));
  },
};
