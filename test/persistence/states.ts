import {generateRecords} from '../../fixtures/index.js';
import type {AccountState} from '../../src/accounts/account-state.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {catalog} from '../../src/resources/index.js';

/** The clock advances with each write, so that every change contains it. */
export const stateOf = (constituents: number): AccountState => ({
  records: generateRecords(catalog, {constituents}),
  clock: frozenClock(Date.UTC(2026, 0, 1), 1000),
});
