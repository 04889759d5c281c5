import {Account} from '../../accounts/account.js';
import type {AccountState} from '../../accounts/account-state.js';
import type {Snapshot} from '../../accounts/change-log.js';
import {type Clock, formatTimestamp, frozenClock, parseMoment} from '../../accounts/clock.js';
import {conflict, notFound, parameterError} from '../../errors.js';
import type {AccountJournal} from '../../exchanges/journal/account-journal.js';
import type {JournalEntry, States} from '../../exchanges/journal/entry.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import {quote} from '../../schema/fields.js';
import {apart, reopen} from '../../store/records.js';

export interface FoundState {
  readonly state: AccountState;
  /** The exchange before or after this state; undefined for a snapshot or the baseline. */
  readonly entry?: JournalEntry;
}

const requestForm = /^(request|after|before):([1-9]\d{0,14})$/;

const forms = 'request:N, after:N, before:N, baseline or the name of a snapshot';

/**
 * Finds a state by name: `request:142` or `after:142` after that request, `before:142` before it, `baseline`, or a
 * snapshot's name.
 * @param of the parameter's name, which begins the error message
 * @throws ApiError: a 400 if the format is wrong, a 404 if the state never existed, a 409 that says `evicted` or
 * `released` if it is no longer stored
 */
export function findState(account: Account, journal: Journal, text: string, of: string): FoundState {
  const [, side, seq] = requestForm.exec(text) ?? [];
  if (seq !== undefined) {
    const {entry, states} = findStates(account, journal, Number(seq));
    return {state: side === 'before' ? states.before : states.after, entry};
  }
  if (typeof text !== 'string' || text.includes(':')) {
    throw parameterError(`${of}: must be ${forms}, got ${quote(text)}`);
  }
  return {state: text === 'baseline' ? account.baseline : findSnapshot(account, text)};
}

/** Opens a state for reading and writing, because states around requests are stored as plain rows. */
export function openedState({records: present}: Account, {state, entry}: FoundState): AccountState {
  const {records, clock} = state;
  return entry === undefined ? state : {records: reopen(records, present), clock};
}

/** Finds the states before and after a request. @throws ApiError as `findState` does */
export function findStates(account: Account, journal: Journal, seq: number): {entry: JournalEntry; states: States} {
  const requests = journal.of(account.name);
  const entry = requests.find(seq);
  if (entry === undefined) {
    checkRecorded(requests, seq - 1);
    throw missing(account, requests, seq);
  }
  const {states} = entry;
  if (states === undefined) {
    throw conflict(
      entry.exchange.account === null
        ? `Request ${seq} had no account, so it has no state`
        : `Request ${seq} is released: its states were let go of when the account was seeded, when a snapshot that was sent was restored, or to make room`,
    );
  }
  return {entry, states};
}

function missing({name}: Account, {oldest, lastSeq, lastEvicted}: AccountJournal, seq: number) {
  const held = oldest === undefined ? 'none' : `${oldest.seq} to ${lastSeq}`;
  return seq <= lastEvicted
    ? conflict(`Request ${seq} is evicted: the journal of the account ${name} keeps the latest, and has ${held}`)
    : notFound(`There is no request ${seq} in the journal of the account ${name}; it has ${held}`);
}

/** @throws a 404 that lists the available snapshots */
export function findSnapshot(account: Account, name: string): Snapshot {
  const snapshot = account.snapshots.get(name);
  if (snapshot === undefined) {
    const names = [...account.snapshots.keys()].join(', ') || 'none';
    throw notFound(`The account ${account.name} has no snapshot ${quote(name)}; it has ${names}`);
  }
  return snapshot;
}

/**
 * Returns a private copy of an account, with the data and clock of an earlier state. The copy and its caches are freed
 * with the last reference to it.
 * @param text a state as for `findState`; default: the current state
 */
export function accountAsOf(account: Account, journal: Journal, text: string | undefined, of: string): Account {
  const {name, schema, settings} = account;
  const found = text === undefined ? {state: account.state} : findState(account, journal, text, of);
  const state = {records: apart(openedState(account, found).records), clock: clockOf(found)};
  return new Account(name, schema, state, state, undefined, settings);
}

/** Freezes the copy's clock at the earlier time, because a running clock would show the current one. */
function clockOf({state, entry}: FoundState): Clock {
  const {clock} = state;
  const at = entry?.exchange.at ?? ('savedAt' in state ? String(state.savedAt) : undefined);
  return clock.mode === 'running' && at !== undefined ? frozenClock(parseMoment(at)!) : clock;
}

/**
 * Rejects lists that lack requests recorded by another node: a shorter list would be misleading.
 * @param since only requests with a greater number are listed
 * @throws ApiError, a 409, if another node recorded some of them
 */
export function checkRecorded({lostBefore}: AccountJournal, since = 0): void {
  if (lostBefore !== undefined && since < lostBefore.lastNumber) {
    throw conflict(
      `this node took over at ${formatTimestamp(lostBefore.at)}, and requests before that are not known: ask for those since ${lostBefore.lastNumber}, reset the account, or use a new one`,
    );
  }
}
