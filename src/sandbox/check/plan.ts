import {createHash} from 'node:crypto';
import {type Assumptions, switches} from '../../settings.js';
import {groupBy} from '../../store/group-by.js';
import type {CallNames} from './calls.js';
import type {RecordedCall, Recording} from './recording.js';
import type {CheckedCall, CheckKind, Site} from './types.js';

export interface TrialWay {
  readonly check: CheckKind;
  readonly variant: string;
  /** The fault of the call, in short form. */
  readonly fault?: string;
  /** True if the fault also applies to all later requests. */
  readonly lasts?: true;
  /** True to close the connection after each response, so that each request uses a new one. */
  readonly isFresh?: true;
  /** True to kill the command after the service has handled the call, and to run it again. */
  readonly kills?: true;
  readonly appliesTo: 'writes' | 'reads' | 'both';
  /** True to also try this way with later calls of a site, not only with the first. */
  readonly isForAll?: true;
}

/** All ways to break a call, the most harmful first. */
const ways: readonly TrialWay[] = [
  {
    check: 'lost',
    variant: 'on a fresh connection',
    fault: '*:lost',
    isFresh: true,
    appliesTo: 'writes',
    isForAll: true,
  },
  {check: 'lost', variant: 'on a reused connection', fault: '*:lost', appliesTo: 'writes', isForAll: true},
  {check: 'refused', variant: '503', fault: '*:503', appliesTo: 'both', isForAll: true},
  {check: 'refused', variant: '429', fault: '*:429=1', appliesTo: 'both'},
  {check: 'refused', variant: '401', fault: '*:401', lasts: true, appliesTo: 'both'},
  {check: 'kill', variant: 'after the response', kills: true, appliesTo: 'writes'},
  {check: 'kill', variant: 'before the response', fault: '*:lost', kills: true, appliesTo: 'writes'},
  {check: 'garbled', variant: 'HTML, stored', fault: '*:wrong_type@after-commit', appliesTo: 'writes'},
  {check: 'garbled', variant: 'HTML, not stored', fault: '*:wrong_type@before', appliesTo: 'writes'},
  {check: 'garbled', variant: 'HTML', fault: '*:wrong_type@before', appliesTo: 'reads'},
  {check: 'garbled', variant: 'truncated', fault: '*:truncate=50%@after-commit', appliesTo: 'both'},
  {check: 'silent', variant: 'no response', fault: '*:hold@before', appliesTo: 'both'},
];

/** All non-default assumptions, as on the command line: `keyword_delete=permanent`. */
export const otherAssumptions = (assumed: Assumptions): readonly string[] => [
  'observed',
  ...Object.entries(switches).flatMap(([name, {values}]) =>
    values.filter(value => value !== assumed[name as keyof Assumptions]).map(value => `${name}=${value}`),
  ),
];

export interface Trial {
  /** Stable across checks of the same code. */
  readonly id: string;
  readonly way: TrialWay;
  readonly start: 'given' | 'rerun';
  readonly call: CheckedCall;
  readonly site: number;
  readonly name: string;
  /** Among the calls with this name, from 1. */
  readonly nthOfName: number;
}

interface PlanOptions {
  readonly start: 'given' | 'rerun';
  /** True to omit nothing. */
  readonly all: boolean;
  /** True if the client is a command, which can be killed. */
  readonly canKill: boolean;
  /** The number of sites before those of this plan. */
  readonly firstSite: number;
}

export const idOf = (...parts: ReadonlyArray<string | number>): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8);

const maxPerSite = 15;

/** Plans the trials of the calls of a reference run, pruned by site. */
export function planOf({calls}: Recording, names: CallNames, options: PlanOptions) {
  const {start, all, canKill, firstSite} = options;
  const lastWrite = calls.findLastIndex(({isWrite}) => isWrite);
  const counts = new Map<string, number>();
  const named = calls.map(call => {
    const name = names.nameOf(call.facts);
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return {call, name, nth};
  });
  const counted = named.filter(({call: {isWrite, exchange}}, index) => {
    const isRead = exchange.method === 'GET';
    return start === 'given' ? isWrite || (isRead && index < lastWrite) : isRead;
  });
  const sites: Site[] = [];
  const trials: Trial[] = [];
  for (const members of groupBy(counted, ({call}) => call.facts.site).values()) {
    const {call} = members[0]!;
    const {isWrite} = call;
    const fitting = ways.filter(
      ({check, appliesTo, kills}) =>
        (appliesTo === 'both' || (appliesTo === 'writes') === isWrite) &&
        (start === 'given' || check === 'refused') &&
        (!kills || canKill),
    );
    const site = firstSite + sites.length;
    const every = members.flatMap(({call, name, nth}, index) =>
      fitting
        .filter(way => isPossible(way, call))
        .map(way => {
          const checked = callOf(call, index + 1);
          const id = idOf(start, way.check, way.variant, name, nth);
          return {id, way, start, call: checked, site, name, nthOfName: nth};
        }),
    );
    const kept = all ? every : pruned(every, members.length);
    const isEverReused = members.some(({call}) => call.isReused);
    trials.push(...kept);
    sites.push({
      caller: call.exchange.client.caller ?? null,
      operation: call.exchange.operation!.id,
      keys: call.facts.keys,
      start,
      isWrite,
      calls: members.length,
      pruned: every.length - kept.length,
      untried: untriedOf(isWrite, canKill, isEverReused),
    });
  }
  return {sites, trials: trials.sort((one, other) => rankOf(one) - rankOf(other))};
}

/** Losing a response on a reused connection requires a client that reuses connections. */
const isPossible = ({check, isFresh}: TrialWay, {isReused}: RecordedCall): boolean =>
  check !== 'lost' || isFresh === true || isReused;

/** Keeps all ways for the first call of a site, and two for the second and the last one: 503 and one lost response. */
function pruned(trials: readonly Trial[], calls: number): Trial[] {
  const kept = trials.filter(({call: {nth}, way}, index) => {
    const hasOther = trials.slice(index + 1).some(one => one.call.nth === nth && one.way.check === way.check);
    const isFurther = (nth === 2 || nth === calls) && way.isForAll === true && !(way.check === 'lost' && hasOther);
    return nth === 1 || isFurther;
  });
  return kept.slice(0, maxPerSite);
}

function callOf({exchange}: RecordedCall, nth: number): CheckedCall {
  const {operation, method, url, rawBody, client} = exchange;
  return {
    account: exchange.account!,
    operation: operation!.id,
    method,
    url,
    body: rawBody ?? null,
    caller: client.caller ?? null,
    nth,
  };
}

/** The reasons why checks do not apply to a site. */
function untriedOf(isWrite: boolean, canKill: boolean, isReused: boolean): Site['untried'] {
  if (!isWrite) {
    const reason = 'a read stores nothing';
    return {lost: reason, kill: reason};
  }
  return {
    ...(!isReused && {lost: 'the client never sends it on a reused connection'}),
    ...(!canKill && {kill: 'only a command can be killed: pass {command}'}),
  };
}

/** Repeating a create does the most harm: it adds a record. */
const safestFirst = ['delete', 'detach', 'update', 'attach', 'create'];

/** The most harmful ways come first, and among these the creates. */
const rankOf = ({way, call}: Trial): number =>
  ways.indexOf(way) * safestFirst.length - safestFirst.findIndex(verb => call.operation.startsWith(verb));
