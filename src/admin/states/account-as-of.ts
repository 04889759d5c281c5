import {Account} from '../../accounts/account.js';
import {type Clock, frozenClock, parseMoment} from '../../accounts/clock.js';
import {apart, reopen} from '../../store/records.js';
import type {FoundState} from './find-state.js';

/**
 * An account as it was, at the time that it was: a copy that nobody else sees, and that goes with all that is made to
 * read it once nobody holds it any more.
 */
export function accountAsOf({name, schema, settings, records: present}: Account, found: FoundState): Account {
  const {records} = found.state;
  const opened = found.entry === undefined ? records : reopen(records, present);
  const state = {records: apart(opened), clock: clockOf(found)};
  return new Account(name, schema, state, state, undefined, settings);
}

/** A clock that ran would show the present moment: the copy's stands still at the one that was. */
function clockOf({state, entry}: FoundState): Clock {
  const {clock} = state;
  const at = entry?.exchange.at ?? ('savedAt' in state ? String(state.savedAt) : undefined);
  return clock.mode === 'running' && at !== undefined ? frozenClock(parseMoment(at)!) : clock;
}
