import type {AccountState} from '../../accounts/account-state.js';
import {machineClock} from '../../accounts/clock.js';
import {pause, runHeavy, WorkQueue} from '../../store/chunked.js';
import {type Records, recordsFrom} from '../../store/records.js';
import type {Schema} from '../../store/schema.js';
import {Edited, type WrittenChange} from '../changes.js';
import {commonBaseline} from '../log/entries.js';
import {leadingTo} from '../log/written-accounts.js';
import {isSameClock} from '../snapshot/written-clock.js';
import type {Epoch} from './epoch.js';

/** Approximate bytes of a part: each is written and read by one short statement. */
const partLength = 1024 * 1024;

/** Maximum number of states that one statement deletes, within its time limit. */
const maxDeleted = 20;

const insertState = ' INSERT INTO sandbox_state (sandbox) SELECT $1 FROM meta RETURNING id';

const insertPart =
  ' INSERT INTO sandbox_state_part (id, n, bytes) SELECT $4::bigint, $5::int, $6::bytea FROM meta RETURNING n';

const selectPart = ' SELECT bytes FROM sandbox_state_part JOIN meta ON true WHERE id = $4 AND n = $5';

const deleteStates = ` DELETE FROM sandbox_state WHERE id IN (
  SELECT id FROM sandbox_state state
  WHERE sandbox = $1 AND id <> ALL ($4::bigint[]) AND EXISTS (SELECT FROM meta)
    AND NOT EXISTS (SELECT FROM sandbox_meta WHERE baseline_state = state.id)
    AND NOT EXISTS (SELECT FROM sandbox_account WHERE state_id = state.id OR baseline_id = state.id)
    AND NOT EXISTS (SELECT FROM sandbox_log WHERE state_id = state.id)
    AND NOT EXISTS (SELECT FROM sandbox_snapshot WHERE state_id = state.id)
  LIMIT ${maxDeleted})
RETURNING id`;

export interface StoredState {
  readonly id: string;
  readonly state: AccountState;
  /** Excludes the state that it derives from. */
  readonly bytes: number;
}

type StateLine = WrittenChange & {readonly from?: unknown};

/** The immutable states in the database: each in full, or as its differences from the sandbox's baseline. */
export class StoredStates {
  readonly #places = new WeakMap<Records, StoredState>();
  /** The states that rows refer to, or will soon. */
  readonly #known = new Map<string, StoredState>();
  /** The states that a load has read so far. */
  readonly #read = new Map<string, StoredState>();
  /** States in use, with their number of uses: they are not deleted. */
  readonly #used = new Map<string, number>();
  #baseline: StoredState | undefined;
  /** Serializes deletions of states with the work that they would endanger. */
  readonly #turns = new WorkQueue(1);

  constructor(
    private readonly epoch: Epoch,
    private readonly schema: Schema,
  ) {}

  get baseline(): StoredState {
    return this.#baseline!;
  }

  /** All other states derive from it. */
  async readBaseline(id: string): Promise<StoredState> {
    this.#baseline = await this.read(id);
    return this.baseline;
  }

  async writeBaseline(state: AccountState): Promise<StoredState> {
    this.#baseline = await this.#fill(await this.#reserve(), state);
    this.#read.set(this.baseline.id, this.baseline);
    return this.baseline;
  }

  /** The stored state with these records, if there is one. Its clock may differ. */
  find({records}: AccountState): StoredState | undefined {
    const found = this.#places.get(records);
    return found && this.#known.get(found.id);
  }

  /** @param state verified, with recomputed fields */
  remember(id: string, state: AccountState): StoredState {
    return this.#keep({id, state, bytes: this.#read.get(id)!.bytes});
  }

  /** Ends a load. @param baseline verified */
  loaded(baseline: AccountState): void {
    const {id, bytes} = this.baseline;
    this.#baseline = this.#keep({id, state: baseline, bytes});
    this.#read.clear();
  }

  /**
   * Stores a state unless it exists, and keeps it until rows refer to it.
   * @param work makes a row refer to it
   */
  async using<T>(state: AccountState, work: (stored: StoredState) => Promise<T>): Promise<T> {
    const isSame = (found: StoredState | undefined) =>
      found !== undefined && isSameClock(found.state.clock, state.clock);
    const id = await this.#reserve(() => (isSame(this.find(state)) ? this.find(state)!.id : undefined));
    try {
      return await work(this.#known.get(id) ?? (await this.#fill(id, state)));
    } finally {
      const count = this.#used.get(id)! - 1;
      if (count === 0) {
        this.#used.delete(id);
      } else {
        this.#used.set(id, count);
      }
    }
  }

  async read(id: string): Promise<StoredState> {
    const known = this.#read.get(id);
    if (known !== undefined) {
      return known;
    }
    let edited: Edited | undefined;
    let bytes = 0;
    for (let n = 0; ; n++) {
      const [part] = await this.epoch.run<{bytes: Buffer}>(selectPart, [id, n]);
      if (part === undefined) {
        break;
      }
      bytes += part.bytes.length;
      for (const line of part.bytes.toString().trimEnd().split('\n')) {
        const change = JSON.parse(line) as StateLine;
        edited ??= new Edited(change.from === 'nothing' ? this.nothing : this.baseline.state);
        edited.take(change);
        await pause();
      }
    }
    if (edited === undefined) {
      throw new Error(`the database has no parts of the state ${id}`);
    }
    const stored = {id, state: edited.state, bytes};
    this.#read.set(id, stored);
    return stored;
  }

  /** Deletes states without references. */
  async sweep(): Promise<void> {
    const swept = await this.#turns.run(() =>
      this.epoch.run<{id: string}>(deleteStates, [[...this.#used.keys()]]).then(rows => {
        for (const {id} of rows) {
          this.#known.delete(id);
        }
        return rows.length;
      }),
    );
    if (swept === maxDeleted) {
      await this.sweep();
    }
  }

  get nothing(): AccountState {
    return {records: recordsFrom(this.schema), clock: machineClock};
  }

  #keep(stored: StoredState): StoredState {
    this.#known.set(stored.id, stored);
    this.#places.set(stored.state.records, stored);
    return stored;
  }

  /**
   * Marks a state as used, so that it is not deleted.
   * @param find returns the id of a stored state, or undefined to begin a new one
   */
  #reserve(find: () => string | undefined = () => undefined): Promise<string> {
    return this.#turns.run(async () => {
      const id = find() ?? (await this.epoch.prepare<{id: string}>(insertState, [])).id;
      this.#used.set(id, (this.#used.get(id) ?? 0) + 1);
      return id;
    });
  }

  async #fill(id: string, state: AccountState): Promise<StoredState> {
    let [n, bytes] = [0, 0];
    let lines: string[] = [];
    let length = 0;
    const flush = async () => {
      const part = Buffer.from(`${lines.join('\n')}\n`);
      await this.epoch.prepare(insertPart, [id, n, part]);
      n += 1;
      bytes += part.length;
      [lines, length] = [[], 0];
    };
    const known = this.#baseline === undefined ? [] : [{source: {account: commonBaseline}, state: this.baseline.state}];
    await runHeavy(async () => {
      for (const change of leadingTo(state, known)) {
        const line = JSON.stringify(change);
        length += line.length;
        lines.push(line);
        if (length >= partLength) {
          await flush();
        }
        await pause();
      }
      if (lines.length > 0) {
        await flush();
      }
    });
    return this.#keep({id, state, bytes});
  }
}
