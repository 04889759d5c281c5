import type {Records} from '../store/records.js';
import type {Clock} from './clock.js';

/** The state of an account at one moment. It is immutable: a second reference is a copy of the account. */
export interface AccountState {
  readonly records: Records;
  readonly clock: Clock;
}
