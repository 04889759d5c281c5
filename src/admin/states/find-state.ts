import type {Account} from '../../accounts/account.js';
import type {AccountState} from '../../accounts/account-state.js';
import {conflict, notFound, parameterError} from '../../errors.js';
import type {AccountJournal} from '../../exchanges/journal/account-journal.js';
import type {Entry, States} from '../../exchanges/journal/entry.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import {quote} from '../../schema/fields.js';
import {reopen} from '../../store/records.js';
import {findSnapshot} from './find-snapshot.js';

/** A state that was asked for. */
export interface FoundState {
  readonly state: AccountState;
  /** The exchange that it stands before or behind; undefined of a snapshot, and of the baseline. */
  readonly entry?: Entry;
}

const requestForm = /^(request|after|before):([1-9]\d{0,14})$/;

/** What a parameter that names a state may hold. */
const forms = 'request:N, after:N, before:N, baseline or the name of a snapshot';

/**
 * The state of an account that a text names: `request:142` and `after:142` as that request left it, `before:142` as it
 * found it, `baseline`, or a snapshot by its name.
 * @param of the parameter that it stands in, which a refusal begins with
 * @throws ApiError: a 400 where the text has no such form, a 404 where there is none, a 409 that says `evicted` or
 *   `released` where there was one
 */
export function findState(account: Account, journal: Journal, text: string, of: string): FoundState {
  const [, side, seq] = requestForm.exec(text) ?? [];
  if (seq !== undefined) {
    const {entry, states} = findStates(account, journal, Number(seq));
    return {state: side === 'before' ? states.before : states.after, entry};
  }
  if (text.includes(':')) {
    throw parameterError(`${of}: must be ${forms}, got ${quote(text)}`);
  }
  return {state: text === 'baseline' ? account.baseline : findSnapshot(account, text)};
}

/** The same, to be read and written: of what stands around a request nothing but rows is kept. */
export function openedState({records: present}: Account, {state, entry}: FoundState): AccountState {
  const {records, clock} = state;
  return entry === undefined ? state : {records: reopen(records, present), clock};
}

/** The states around the request of this number. @throws ApiError as above */
export function findStates(account: Account, journal: Journal, seq: number): {entry: Entry; states: States} {
  const own = journal.of(account.name);
  const entry = own.find(seq);
  if (entry === undefined) {
    throw missing(account, own, seq);
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
