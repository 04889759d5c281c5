import {type Settings, settingsOf} from '../settings.js';
import {runHeavy, runInTurns} from '../store/chunked.js';
import type {MissingIndexes} from '../store/collection.js';
import type {Records} from '../store/records.js';
import type {Schema} from '../store/schema.js';
import {Transaction} from '../store/transaction.js';
import type {AccountState} from './account-state.js';
import {type Change, type ChangeLog, reporting, type Snapshot} from './change-log.js';
import {afterWrite, type Clock, timestamp} from './clock.js';
import {checkMemory} from './memory.js';
import {Submissions} from './submissions.js';

const ignore = () => undefined;

/** A change to commit. `settled` is called once the account has it, in the same turn. */
type Commit = Omit<Change, 'before'> & {readonly settled?: () => void};

/** The next state, or a function that derives it from the current one. If it throws, the state stays unchanged. */
export type NextState = AccountState | ((current: AccountState) => AccountState | Promise<AccountState>);

interface Replacement {
  readonly asBaseline?: boolean;
  readonly onSettled?: () => void;
}

/**
 * The data of one fundraising account, as one API key sees it. Changes run one at a time and take effect once the
 * change log has them: a read sees the last committed state.
 */
export class Account {
  /** Cleared when the account's data is replaced. */
  readonly submissions = new Submissions();
  readonly #snapshots = new Map<string, Snapshot>();
  readonly snapshots: ReadonlyMap<string, Snapshot> = this.#snapshots;
  /** The end of the latest work. */
  #last: Promise<unknown> = Promise.resolve();
  #baseline: AccountState;
  #state: AccountState;
  #generation = 1;
  #changes = 0;

  /**
   * @param baseline the state that a reset restores
   * @param state the current state; defaults to the baseline
   * @param changeLog receives each change before the account applies it
   * @param settings the sandbox's settings combined with the account's; default to the usual settings
   */
  constructor(
    readonly name: string,
    readonly schema: Schema,
    baseline: AccountState,
    state: AccountState = baseline,
    private readonly changeLog?: ChangeLog,
    readonly settings: Settings = settingsOf(),
  ) {
    this.#baseline = baseline;
    this.#state = state;
  }

  get state(): AccountState {
    return this.#state;
  }

  get baseline(): AccountState {
    return this.#baseline;
  }

  get records(): Records {
    return this.#state.records;
  }

  get clock(): Clock {
    return this.#state.clock;
  }

  /** Counts how often the data was replaced, starting at 1. */
  get generation(): number {
    return this.#generation;
  }

  /** Counts how often the records changed. */
  get changes(): number {
    return this.#changes;
  }

  /** A transaction on the current records; its changes are discarded outside of a write. */
  begin(): Transaction {
    const {records, clock} = this.#state;
    return new Transaction(this.schema, records, () => timestamp(clock), this.settings.assume);
  }

  /**
   * Builds the indexes that work needs, in turns. Writes wait meanwhile, because an index is only valid for the records
   * that it was built from.
   * @param missing returns the builds of missing indexes; it is called again for the records of its turn
   * @returns undefined if none is missing, so that a request that needs no index does not fall behind the next one
   */
  prepare(missing: (transaction: Transaction) => MissingIndexes): Promise<void> | undefined {
    return missing(this.begin()).length === 0
      ? undefined
      : this.#inTurn(() =>
          runHeavy(async () => {
            for (const building of missing(this.begin())) {
              await runInTurns(building);
            }
          }),
        );
  }

  /**
   * Runs `work` in its turn and commits its changes. If the work throws or the change log rejects the change, nothing
   * changes. A caller that awaits the promise sees the committed state before any later change.
   * @param settled called once the account has the changes, in the same turn; not called if there are none
   * @throws errors of `work` or of the change log
   */
  write<T>(work: (transaction: Transaction) => T | Promise<T>, settled?: () => void): Promise<T> {
    return this.#inTurn(async () => {
      const transaction = this.begin();
      const result = await work(transaction);
      const records = transaction.result();
      if (records !== this.#state.records) {
        checkMemory('the write'); // replacing all data may free memory, and is not checked
        await this.#commit({after: {records, clock: afterWrite(this.#state.clock)}, ...(settled && {settled})});
      }
      return result;
    });
  }

  /**
   * Replaces all data and the clock in one assignment. A reader sees either the old or the new state.
   * @param asBaseline true if a reset restores this state from then on
   * @param onSettled called once the account has it, in the same turn
   */
  replaceState(next: NextState, {asBaseline = false, onSettled}: Replacement = {}): Promise<void> {
    const settled = () => {
      this.#generation += 1;
      this.submissions.clear();
      onSettled?.();
      if (asBaseline) {
        this.#baseline = this.#state;
      }
    };
    return this.#change(next, {...(asBaseline && {asBaseline}), settled});
  }

  /** @param next the clock, or a function that derives it from the current clock when its turn comes */
  setClock(next: Clock | ((current: Clock) => Clock)): Promise<void> {
    return this.#change(({records, clock}) => ({records, clock: typeof next === 'function' ? next(clock) : next}));
  }

  /**
   * Saves a state under a name, replacing any snapshot of that name; by default the current state.
   * @param isForeign true if the state was imported and shares no data with those of the account
   */
  save(name: string, state?: AccountState, isForeign = false): Promise<Snapshot> {
    return this.#inTurn(async () => {
      const {records, clock} = state ?? this.#state;
      const saved = {name, records, clock, savedAt: timestamp(this.#state.clock), ...(isForeign && {isForeign})};
      await this.#commit({after: this.#state, saved, settled: () => this.#snapshots.set(name, saved)});
      return saved;
    });
  }

  deleteSnapshot(name: string): Promise<void> {
    return this.#inTurn(() =>
      this.#commit({after: this.#state, deleted: name, settled: () => this.#snapshots.delete(name)}),
    );
  }

  /** Adds stored snapshots that the log already contains. */
  addSnapshots(kept: Iterable<Snapshot>): void {
    for (const snapshot of kept) {
      this.#snapshots.set(snapshot.name, snapshot);
    }
  }

  /**
   * Runs work one piece at a time, in order. A failed piece does not stop the next one. Work must not wait for other
   * work of the same account, or both wait forever.
   * @returns the result. A caller that awaits it continues before the next piece begins
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const piece = this.#last.then(work);
    this.#last = piece.then(ignore, ignore); // drops the result
    return piece;
  }

  #change(next: NextState, rest: Omit<Commit, 'after'> = {}): Promise<void> {
    return this.#inTurn(async () =>
      this.#commit({...rest, after: typeof next === 'function' ? await next(this.#state) : next}),
    );
  }

  async #commit({settled, after, ...rest}: Commit): Promise<void> {
    const {records, clock} = after;
    const change = {...rest, before: this.#state, after: after === this.#state ? after : {records, clock}};
    if (this.changeLog !== undefined) {
      await reporting(this.changeLog.append(this.name, change));
    }
    this.#changes += records === this.#state.records ? 0 : 1;
    this.#state = change.after;
    settled?.();
  }
}
