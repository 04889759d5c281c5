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

/** A change that is to be committed; `settled` is called once the account has it, in the same turn. */
type Commit = Omit<Change, 'before'> & {readonly settled?: () => void};

/** The next state, or what makes it of the state that is current when its turn comes; it throws to leave that as it is. */
export type NextState = AccountState | ((current: AccountState) => AccountState | Promise<AccountState>);

interface Replacement {
  readonly asBaseline?: boolean;
  readonly onSettled?: () => void;
}

/**
 * The data of one fundraising account, as one API key sees it. What changes it is done one piece after another, and is
 * there once the change log has it: whatever reads sees the last state that has settled. Without a log, or with one that
 * takes no time, every piece is done when its method returns, and none returns a promise.
 */
export class Account {
  /** What forms sent; gone once the data is replaced as a whole. */
  readonly submissions = new Submissions();
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #queue = new SerialQueue();
  readonly #changeLog: ChangeLog | undefined;
  readonly #heap: HeapRoom;
  /** How it behaves: what the sandbox was told, and what this account was. */
  readonly settings: Settings;
  #baseline: AccountState;
  #state: AccountState;
  #generation = 1;

  /**
   * @param baseline what a reset goes back to
   * @param state what it holds now; the baseline where it is left out
   * @param changeLog told of each change before the account takes it
   * @param settings as usual where they are left out
   * @param heap that it takes its room of; the process's own where it is left out
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

  /** How often the data was replaced as a whole, from 1 on. */
  get generation(): number {
    return this.#generation;
  }

  get snapshots(): ReadonlyMap<string, Snapshot> {
    return this.#snapshots;
  }

  /** Runs `work` on the records as they are now; what it changes is dropped. */
  read<T>(work: (transaction: Transaction) => T): T {
    return work(this.#begin());
  }

  /**
   * The same, for work that may be steps: what takes longer than a turn is done in turns. It reads the records as they
   * were when it began, so that nobody waits for it. But where it needs what takes long to make, such as an index of many
   * rows, it is begun anew when that is there, and writes wait until it ends: it is kept for the records as they are then.
   * @returns a promise where it took turns
   */
  readInTurns<T>(work: (transaction: Transaction) => T | Steps<T>): T | Promise<T> {
    return beginningAnew(
      () => this.read(work),
      turns => this.#queue.run(turns),
    );
  }

  /**
   * Runs `work` in its turn and commits what it changed; if it throws, or the change log refuses it, nothing has
   * happened. Who awaits the promise, if there is one, sees the state that the work led to before anything else changes
   * it.
   * @throws what `work` throws, or what the change log does
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

  /** Commits what work has changed, if anything. @returns what the work did */
  #take<T>({result, records}: {readonly result: T; readonly records: Records}): T | Promise<T> {
    if (records === this.#state.records) {
      return result;
    }
    this.#checkHeap();
    const committed = this.#commit({after: {records, clock: afterWrite(this.#state.clock)}});
    return committed instanceof Promise ? committed.then(() => result) : result;
  }

  /**
   * Replaces all data, and the clock: one assignment, whatever the size. A reader sees the old or the new.
   * @param asBaseline whether it is what a reset goes back to from then on
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

  /** @param next the clock, or what makes it of the one that is current when its turn comes */
  setClock(next: Clock | ((current: Clock) => Clock)): void | Promise<void> {
    return this.#change(({records, clock}) => ({records, clock: typeof next === 'function' ? next(clock) : next}));
  }

  /**
   * Saves a state, by default the one that is current in its turn, under a name; one that has the name is replaced.
   * @param isForeign whether it came from elsewhere, and shares nothing with those of the account
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

  /** Has snapshots that were kept; the log has them already. */
  takeSnapshots(kept: Iterable<Snapshot>): void {
    for (const snapshot of kept) {
      this.#snapshots.set(snapshot.name, snapshot);
    }
  }

  /** What replaces the data as a whole may be what makes room, so that only what adds to it is held up. */
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
