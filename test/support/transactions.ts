import type {Account} from '../../src/accounts/account.js';
import type {Transaction} from '../../src/store/transaction.js';

/** Reads the current records of an account. */
export const readNow = <T>(account: Account, work: (transaction: Transaction) => T): T => work(account.begin());
