import {serviceUnavailable} from '../../errors.js';
import {type AdminContext, adminOperation} from '../admin-operation.js';
import {type Asked, readAsked, verifyForm} from './asked.js';
import {nearMisses, shownOf, VerificationRefusal, type VerifiedExchange, type VerifyFailure} from './failure.js';
import {Observed} from './observed.js';
import type {WaitEnd} from './waiters.js';

export interface Verified {
  /** The number of matching requests; for a sequence, its number of steps. */
  readonly count: number;
  /** The first 100 of them, each with its change. */
  readonly exchanges: readonly VerifiedExchange[];
}

export const verifyRequests = adminOperation({
  id: 'verify',
  method: 'POST',
  path: '/_sandbox/verify',
  summary: 'Whether the account had the requests that are expected; waits for them where it is told to',
  changesNothing: true,
  body: verifyForm,
  handle: async ({body, ...context}): Promise<Verified> => {
    const {account, journal, catalog, exchanges, waiters, signal} = context;
    const asked = readAsked(body, catalog.operations);
    const source = {account: account.name, journal: journal.of(account.name), unanswered: exchanges.unanswered};
    const observed = new Observed(asked, source);
    let end: WaitEnd = 'settled';
    if (asked.within > 0 && !observed.isSettled) {
      end = await waiters.wait({within: asked.within, signal, listen: ended => observed.listen(ended)});
    }
    if (end === 'left') {
      throw serviceUnavailable('The sandbox is closing, and waits for no more requests');
    }
    if (end === 'reset' || !observed.holds) {
      throw new VerificationRefusal(failureOf(asked, observed, end, context));
    }
    const {count, found} = observed.expectation;
    return {count, exchanges: shownOf(found, shelfOf(context))};
  },
});

const shelfOf = ({account, journal, exchanges}: AdminContext) => ({
  journal: journal.of(account.name),
  unanswered: exchanges.unanswered,
});

function failureOf(asked: Asked, observed: Observed, end: WaitEnd, context: AdminContext): VerifyFailure {
  const {count, found, missing, isFailed, unknown} = observed.expectation;
  const shelf = shelfOf(context);
  const inScope = shelf.journal.entries.filter(
    ({seq, exchange, mark}) => seq > asked.since && asked.scope.matches(exchange, mark),
  );
  return {
    expected: asked.text,
    found: {count, among: observed.looked, exchanges: shownOf(found, shelf)},
    nearest: missing === undefined ? [] : nearMisses(inScope, missing, found),
    ...(observed.evicted > 0 && !isFailed && {evicted: observed.evicted}),
    ...(unknown > 0 && !isFailed && {unknown}),
    ...(end === 'reset' && {reset: true}),
  };
}
