import type {AccountState} from '../../accounts/account-state.js';
import type {Change, NewAccount, Snapshot} from '../../accounts/change-log.js';
import type {Schema} from '../../store/schema.js';
import {fewDifferences, writeChange} from '../changes.js';
import {type Entry, entryOf, madeAs} from '../log/entries.js';
import {tooManyRows} from '../log/kept-accounts.js';
import {AppendQueue, type Incarnation} from './append-queue.js';
import {type Epoch, retryLater} from './epoch.js';
import {type StoredState, StoredStates} from './stored-states.js';

export interface StoredAccount extends Incarnation {
  readonly name: string;
  current: AccountState;
  /** Bytes of the state before the lines, and of the lines. */
  stateBytes: number;
  logBytes: number;
  isCompacting?: boolean;
}

const insertAccount = ` INSERT INTO sandbox_account (sandbox, name, state_id, baseline_id, made)
SELECT $1, $4, $5::bigint, $6::bigint, $7 FROM meta RETURNING incarnation`;

const deleteAccount =
  ' DELETE FROM sandbox_account WHERE incarnation = $4 AND EXISTS (SELECT FROM meta) RETURNING incarnation';

const upsertSnapshot = ` INSERT INTO sandbox_snapshot (incarnation, name, state_id, saved_at)
SELECT $4::bigint, $5, $6::bigint, $7 FROM meta
ON CONFLICT (incarnation, name) DO UPDATE SET state_id = excluded.state_id, saved_at = excluded.saved_at
RETURNING name`;

const deleteSnapshot = ` DELETE FROM sandbox_snapshot
WHERE incarnation = $4 AND name = $5 AND EXISTS (SELECT FROM meta) RETURNING name`;

const moveState = ` UPDATE sandbox_account SET state_id = $7, state_seq = $6
WHERE incarnation = $4 AND fence = $5 AND seq >= $6 AND state_seq < $6 AND EXISTS (SELECT FROM meta)
RETURNING incarnation`;

const deleteLines = ` DELETE FROM sandbox_log WHERE incarnation = $4 AND EXISTS (SELECT FROM meta) AND seq IN (
  SELECT log.seq FROM sandbox_log log JOIN sandbox_account USING (incarnation)
  WHERE incarnation = $4 AND log.seq <= state_seq ORDER BY log.seq LIMIT 500)
RETURNING seq`;

const stale = () => retryLater('Nothing was changed: the account was dropped, or read again from the database');

/** The writes of one epoch: changes of accounts as lines, and the states to which rows refer. */
export class StoredAccounts {
  readonly states: StoredStates;
  /** By name. Loaded once; afterwards, only this node changes them. */
  readonly accounts = new Map<string, StoredAccount>();
  readonly #queue: AppendQueue;
  /** The end of the latest work on each account. */
  readonly #last = new Map<string, Promise<unknown>>();
  #isSweeping = false;

  constructor(
    readonly epoch: Epoch,
    schema: Schema,
    private readonly leastCompacted: number,
  ) {
    this.states = new StoredStates(epoch, schema);
    this.#queue = new AppendQueue(epoch);
  }

  append(name: string, change: Change): Promise<void> {
    return this.#inTurn(name, async () => {
      const account = this.accounts.get(name);
      if (account === undefined || account.current !== change.before) {
        throw stale();
      }
      if (change.saved !== undefined) {
        await this.#save(account, change.saved);
      } else if (change.deleted !== undefined) {
        await this.epoch.write(deleteSnapshot, [account.id, change.deleted]);
        this.#sweep();
      } else {
        await this.#change(account, change);
      }
      account.current = change.after;
      this.#compactIfLong(account);
    });
  }

  make({name, from, ...rest}: NewAccount): Promise<void> {
    return this.#inTurn(name, () =>
      this.states.using(from, async ({id, bytes}) => {
        const baseline = id === this.states.baseline.id ? null : id;
        const values = [name, id, baseline, JSON.stringify(madeAs(rest))];
        const made = await this.epoch.write<{incarnation: string}>(insertAccount, values);
        const place = {id: made.incarnation, fence: '0', seq: 0};
        this.accounts.set(name, {...place, name, current: from, stateBytes: bytes, logBytes: 0});
      }),
    );
  }

  drop(name: string): Promise<void> {
    return this.#inTurn(name, async () => {
      const account = this.accounts.get(name);
      if (account !== undefined) {
        await this.epoch.write(deleteAccount, [account.id]);
        this.accounts.delete(name);
        this.#sweep();
      }
    });
  }

  async #save(account: StoredAccount, {name, savedAt, ...state}: Snapshot): Promise<void> {
    await this.states.using(state, ({id}) => this.epoch.write(upsertSnapshot, [account.id, name, id, savedAt]));
    this.#sweep(); // it may have replaced another state
  }

  /** Writes one line: the differences from the account's state, or from a stored one. */
  async #change(account: StoredAccount, change: Change): Promise<void> {
    const {before, after, asBaseline = false} = change;
    const entry = entryOf(account.name, change);
    const found = before.records === after.records ? [] : this.states.find(after);
    const few = Array.isArray(found) ? found : fewDifferences(before.records, after.records, tooManyRows);
    if (asBaseline || few === undefined) {
      await this.states.using(after, stored => this.#appendLine(account, entry, stored, asBaseline));
      account.logBytes += this.states.find(after)!.bytes; // a load reads it as well
    } else if (found !== undefined && !Array.isArray(found)) {
      await this.states.using(found.state, stored =>
        this.#appendLine(account, {...entry, ...writeChange({before: stored.state, after}, [])}, stored),
      );
    } else {
      const written = writeChange({before, after}, few);
      await (written && this.#appendLine(account, {...entry, ...written}));
    }
  }

  async #appendLine(to: StoredAccount, entry: Entry, from?: StoredState, isBaseline = false): Promise<void> {
    const change = JSON.stringify(entry);
    await this.#queue.append({to, change, stateId: from?.id ?? null, isBaseline});
    to.logBytes += Buffer.byteLength(change);
  }

  #compactIfLong(account: StoredAccount): void {
    const {isCompacting = false, logBytes, stateBytes} = account;
    if (!isCompacting && logBytes >= Math.max(this.leastCompacted, stateBytes)) {
      account.isCompacting = true;
      // If it fails, the lines are still complete, and the next append retries.
      void this.#compact(account)
        .catch(() => undefined)
        .finally(() => {
          account.isCompacting = false;
        });
    }
  }

  /** Replaces the existing lines with a state. Lines appended meanwhile follow it. */
  async #compact(account: StoredAccount): Promise<void> {
    const {id, fence, seq, current, logBytes} = account;
    await this.states.using(current, async stored => {
      const [moved] = await this.epoch.run(moveState, [id, fence, seq, stored.id]);
      if (moved !== undefined) {
        account.stateBytes = stored.bytes;
        account.logBytes -= logBytes;
      }
    });
    while ((await this.epoch.run(deleteLines, [id])).length > 0) {}
    await this.states.sweep();
  }

  /** If it fails, the next one deletes everything that remains. */
  #sweep(): void {
    if (!this.#isSweeping) {
      this.#isSweeping = true;
      void this.states
        .sweep()
        .catch(() => undefined)
        .finally(() => {
          this.#isSweeping = false;
        });
    }
  }

  #inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(name) ?? Promise.resolve()).then(work);
    const last = done.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(name, last);
    void last.then(() => this.#last.get(name) === last && this.#last.delete(name));
    return done;
  }
}
