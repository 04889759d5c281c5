import type {Records} from '../store/records.js';
import type {Clock} from './clock.js';

/** All that an account is at one moment. Never changed: a second reference to one is a copy of the account. */
export interface AccountState {
  readonly records: Records;
  readonly clock: Clock;
}
