import type {Account} from '../accounts/account.js';

/** What one middleware leaves for those after it. */
export interface RequestState {
  /** The account of the request's key; set by `authenticate`. */
  account: Account;
  /** The key itself; set by `authenticate`. */
  key: string;
  /** Why the request was refused, for the log; set by `reportErrors`. */
  refusal?: string;
}
