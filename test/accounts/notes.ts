import {Account} from '../../src/accounts/account.js';
import type {AccountState} from '../../src/accounts/account-state.js';
import type {ChangeLog} from '../../src/accounts/change-log.js';
import {frozenClock, timestamp} from '../../src/accounts/clock.js';
import type {CollectionSpec} from '../../src/store/collection.js';
import type {Row} from '../../src/store/order.js';
import {recordsFrom} from '../../src/store/records.js';
import {Schema} from '../../src/store/schema.js';
import type {Transaction} from '../../src/store/transaction.js';

/** A minimal kind of record. */
interface Note extends Row {
  readonly text: string;
  readonly at: string;
}

const notes: CollectionSpec<Note> = {name: 'notes', firstId: 1};

export const schema = new Schema([notes]);

/** An empty state at the start of a year. The clock advances by a second with each write. */
export const nothing: AccountState = {
  records: recordsFrom(schema),
  clock: frozenClock(Date.UTC(2026, 0, 1), 1000),
};

export const open = (changeLog?: ChangeLog, name = 'test') => new Account(name, schema, nothing, nothing, changeLog);

/** Returns an operation that writes a note and returns its id. */
export const adding = (text: string) => (transaction: Transaction) => {
  const id = transaction.takeId(notes);
  transaction.put(notes, {id, text, at: transaction.now});
  return id;
};

/** Returns the contents of a state as plain values. */
export const contentsOf = ({records, clock}: AccountState) => ({
  notes: [...records.collections.get('notes').values()],
  nextId: records.nextIds.get('notes'),
  now: timestamp(clock),
});
