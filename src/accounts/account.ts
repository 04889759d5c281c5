import {insufficientStorage} from '../errors.js';
import {type Settings, settingsOf} from '../settings.js';
import type {Records} from '../store/records.js';
import type {Schema} from '../store/schema.js';
import {Transaction} from '../store/transaction.js';
import {beginningAnew} from '../workload/awaited.js';
import {type HeapRoom, heapShares, howToMakeRoom, heap as ownHeap} from '../workload/heap.js';
import {andThen, isSteps, type Steps} from '../workload/steps.js';
import type {AccountState} from './account-state.js';
import {appendTo, type Change, type ChangeLog, type Snapshot} from './change-log.js';
import {afterWrite, type Clock, timestamp} from './clock.js';
import {SerialQueue} from './serial-queue.js';
import {Submissions} from './submissions.js';

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
 * change log has them: a read sees the last committed state. Without a log, or with a synchronous one, each change is
 * complete when its method returns, and no method returns a promise.
 */
export class Account {
  /** Cleared when the account's data is replaced. */
  readonly submissions = new Submissions();
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #queue = new SerialQueue();
  readonly #changeLog: ChangeLog | undefined;
  readonly #heap: HeapRoom;
  /** The sandbox's settings combined with the account's. */
  readonly settings: Settings;
  #baseline: AccountState;
  #state: AccountState;
  #generation = 1;

  /**
   * @param baseline the state that a reset restores
   * @param state the current state; defaults to the baseline
   * @param changeLog receives each change before the account applies it
   * @param settings default to the usual settings
   * @param heap from which the account reserves memory; defaults to that of the process
   */
  constructor(
    readonly name: string,
    readonly schema: Schema,
    baseline: AccountState,
    state: AccountState = baseline,
    changeLog?: ChangeLog,
    settings: Settings = settingsOf(),
    heap: HeapRoom = ownHeap,
  ) {
    this.#baseline = baseline;
    this.#state = state;
    this.#changeLog = changeLog;
    this.settings = settings;
    this.#heap = heap;
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

  get snapshots(): ReadonlyMap<string, Snapshot> {
    return this.#snapshots;
  }

  /** Runs `work` on the current records and discards its changes. */
  read<T>(work: (transaction: Transaction) => T): T {
    return work(this.#begin());
  }

  /**
   * Like `read`, but long work runs in several turns. It reads the records as they were when it began, so that writes
   * need not wait. If it needs an expensive index, it restarts once the index is built, and writes wait until it ends,
   * because the index is only valid for those records.
   * @returns a promise if the work took several turns
   */
  readInTurns<T>(work: (transaction: Transaction) => T | Steps<T>): T | Promise<T> {
    return beginningAnew(
      () => this.read(work),
      turns => this.#queue.run(turns),
    );
  }

  /**
   * Runs `work` in its turn and commits its changes. If the work throws or the change log rejects the change, nothing
   * changes. A caller that awaits the promise sees the committed state before any later change.
   * @throws errors of `work` or of the change log
   */
  write<T>(work: (transaction: Transaction) => T | Steps<T>): T | Promise<T> {
    return this.#queue.run(() => {
      const done = beginningAnew(() => {
        const transaction = this.#begin();
        const changed = (result: T) => ({result, records: transaction.result()});
        const made = work(transaction);
        return isSteps(made) ? andThen(made, changed) : changed(made);
      });
      return done instanceof Promise ? done.then(changed => this.#take(changed)) : this.#take(done);
    });
  }

  /** Commits the changes of the work, if any. */
  #take<T>({result, records}: {readonly result: T; readonly records: Records}): T | Promise<T> {
    if (records === this.#state.records) {
      return result;
    }
    this.#checkHeap();
    const committed = this.#commit({after: {records, clock: afterWrite(this.#state.clock)}});
    return committed instanceof Promise ? committed.then(() => result) : result;
  }

  /**
   * Replaces all data and the clock in one assignment. A reader sees either the old or the new state.
   * @param asBaseline true if a reset restores this state from then on
   * @param onSettled called once the account has it, in the same turn
   */
  replaceState(next: NextState, {asBaseline = false, onSettled}: Replacement = {}): void | Promise<void> {
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
  setClock(next: Clock | ((current: Clock) => Clock)): void | Promise<void> {
    return this.#change(({records, clock}) => ({records, clock: typeof next === 'function' ? next(clock) : next}));
  }

  /**
   * Saves a state under a name, replacing any snapshot of that name; by default the current state.
   * @param isForeign true if the state was imported and shares no data with those of the account
   */
  save(name: string, state?: AccountState, isForeign = false): Snapshot | Promise<Snapshot> {
    return this.#queue.run(() => {
      const {records, clock} = state ?? this.#state;
      const saved = {name, records, clock, savedAt: timestamp(this.#state.clock), ...(isForeign && {isForeign})};
      const settled = () => this.#snapshots.set(name, saved);
      const committed = this.#commit({after: this.#state, saved, settled});
      return committed instanceof Promise ? committed.then(() => saved) : saved;
    });
  }

  deleteSnapshot(name: string): void | Promise<void> {
    return this.#queue.run(() =>
      this.#commit({after: this.#state, deleted: name, settled: () => this.#snapshots.delete(name)}),
    );
  }

  /** Restores stored snapshots, which the log already has. */
  takeSnapshots(kept: Iterable<Snapshot>): void {
    for (const snapshot of kept) {
      this.#snapshots.set(snapshot.name, snapshot);
    }
  }

  /** Replacing all data may free memory, so only changes that add data are rejected. */
  #checkHeap(): void {
    if (this.#heap.isFull(heapShares.writes)) {
      throw insufficientStorage(
        `Nothing was changed, because the sandbox has no room: ${this.#heap.describe()}; ${howToMakeRoom()}`,
      );
    }
  }

  #change(next: NextState, rest: Omit<Commit, 'after'> = {}): void | Promise<void> {
    return this.#queue.run(() => {
      const made = typeof next === 'function' ? next(this.#state) : next;
      return made instanceof Promise
        ? made.then(after => this.#commit({...rest, after}))
        : this.#commit({...rest, after: made});
    });
  }

  #commit({settled, after, ...rest}: Commit): void | Promise<void> {
    const {records, clock} = after;
    const change = {...rest, before: this.#state, after: after === this.#state ? after : {records, clock}};
    const take = () => {
      this.#state = change.after;
      settled?.();
    };
    const appended = appendTo(this.#changeLog, this.name, change);
    return appended instanceof Promise ? appended.then(take) : take();
  }

  #begin(): Transaction {
    const {records, clock} = this.#state;
    return new Transaction(this.schema, records, () => timestamp(clock), this.settings.assume);
  }
}
