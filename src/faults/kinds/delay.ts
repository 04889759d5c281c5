import {type Delay, delayOf} from '../delay.js';
import type {FaultKind} from '../fault-kind.js';
import {pair, time} from '../short-form/arguments.js';

interface DelayFault {
  readonly delay: Delay;
}

function read(text: string): DelayFault | undefined {
  const fixed = time(text);
  const uniform = pair(text, '-', time, time);
  const lognormal = pair(text, '~', time, time);
  if (fixed !== undefined) {
    return {delay: {fixed}};
  }
  if (uniform !== undefined) {
    return {delay: {uniform: {min: uniform[0], max: uniform[1]}}};
  }
  return lognormal && {delay: {lognormal: {median: lognormal[0], p99: lognormal[1]}}};
}

/** A rule with other mistakes may lack either number. */
function conflictOf({delay}: DelayFault) {
  const parts = delay as Readonly<Record<string, Readonly<Record<string, number>>>>;
  for (const [field, least, most] of [
    ['uniform', 'min', 'max'],
    ['lognormal', 'median', 'p99'],
  ] as const) {
    const [from, to] = [parts[field]?.[least], parts[field]?.[most]];
    if (from !== undefined && to !== undefined && from > to) {
      return {field, problem: `${least} must be ${most} or less, got ${from} and ${to}`};
    }
  }
  return undefined;
}

export const delay: FaultKind<DelayFault> = {
  name: 'delay',
  fields: ({milliseconds, positive, body}) => ({
    delay: body({
      fixed: milliseconds.optional(),
      uniform: body({min: milliseconds, max: milliseconds}).optional(),
      lognormal: body({median: positive, p99: positive}).optional(),
    }),
  }),
  alternatives: ['fixed', 'uniform', 'lognormal'],
  conflict: conflictOf,
  argument: {form: 'a time such as 500ms or 2s, from-to such as 1s-3s, or median~p99 such as 50ms~2s', read},
  isSlow: true,
  /** If the client disconnects before the service handles the request, nothing changes; later, the change is kept. */
  applyBefore: async ({delay}, call) => {
    const isOver = async () => (await call.wait(delayOf(delay, salt => call.chance(salt)))) !== 'left';
    if (call.when === 'before') {
      await ((await isOver()) ? call.serve() : call.silence());
      return;
    }
    try {
      await call.serve();
    } finally {
      if (!(await isOver())) {
        call.silence();
      }
    }
  },
  docs: {
    short: '`delay=2s`, `delay=1s-3s`, `delay=50ms~2s`',
    object: '`{"delay": {"fixed": 2000}}`, `{"uniform": {"min", "max"}}`, `{"lognormal": {"median", "p99"}}`',
    about: 'the answer, late. A client that leaves `before` has changed nothing; one that leaves `after-commit` has',
  },
  menu: [['delay', '2s', 'the answer, late']],
};
