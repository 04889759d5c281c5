import {Account} from '../../accounts/account.js';
import {type Clock, frozenClock, parseMoment} from '../../accounts/clock.js';
import {apart, reopen} from '../../store/records.js';
import type {FoundState} from './find-state.js';

/**
 * Returns a private copy of an account, with the data and clock of an earlier state. The copy and its caches are
 * released with the last reference to it.
 */
export function accountAsOf({name, schema, settings, records: present}: Account, found: FoundState): Account {
  const {records} = found.state;
  const opened = found.entry === undefined ? records : reopen(records, present);
  const state = {records: apart(opened), clock: clockOf(found)};
  return new Account(name, schema, state, state, undefined, settings);
}

/** The copy's clock is frozen at the earlier time: a running clock would show the present. */
function clockOf({state, entry}: FoundState): Clock {
  const {clock} = state;
  const at = entry?.exchange.at ?? ('savedAt' in state ? String(state.savedAt) : undefined);
  return clock.mode === 'running' && at !== undefined ? frozenClock(parseMoment(at)!) : clock;
}
