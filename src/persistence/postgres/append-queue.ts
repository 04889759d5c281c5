import {setTimeout as sleep} from 'node:timers/promises';
import {UnknownOutcomeError} from '../../errors.js';
import {LostResultError, NotDoneError} from './database.js';
import {type Epoch, refusalOf} from './epoch.js';

/** An account's identity in the database. */
export interface Incarnation {
  readonly id: string;
  fence: string;
  /** The number of the last line. */
  seq: number;
}

interface Append {
  readonly to: Incarnation;
  readonly change: string;
  readonly stateId: string | null;
  /** True if a reset restores this state from then on. */
  readonly isBaseline: boolean;
}

interface WaitingAppend extends Append {
  settle(error?: unknown): void;
}

/** Limits of one statement. */
const maxLines = 200;
const maxBytes = 8 * 1024 * 1024;

/** Milliseconds to determine the unknown outcome of an append. */
const patience = 10_000;

/** Increments each account's `seq` and inserts its line. It locks the accounts in order of name. */
const append = `, given AS (
  SELECT * FROM unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::boolean[])
    AS given (incarnation, fence, seq, change, state_id, is_baseline)
), locked AS MATERIALIZED (
  SELECT incarnation FROM sandbox_account account JOIN given USING (incarnation)
  WHERE EXISTS (SELECT FROM meta) AND account.fence = given.fence AND account.seq = given.seq
  ORDER BY account.name FOR NO KEY UPDATE OF account
), moved AS (
  UPDATE sandbox_account account SET seq = account.seq + 1,
    baseline_id = CASE WHEN is_baseline THEN given.state_id ELSE account.baseline_id END
  FROM given JOIN locked USING (incarnation)
  WHERE account.incarnation = given.incarnation AND account.fence = given.fence AND account.seq = given.seq
  RETURNING account.incarnation, account.seq, given.change, given.state_id
)
INSERT INTO sandbox_log (incarnation, seq, change, state_id)
SELECT incarnation, seq, change, state_id FROM moved RETURNING incarnation`;

/** After this statement, no earlier append to the account can be committed. `seq` shows if one was. */
const fence = ` UPDATE sandbox_account SET fence = fence + 1
WHERE incarnation = $4 AND EXISTS (SELECT FROM meta) RETURNING fence, seq`;

/** Appends lines to accounts. Waiting lines share the next statement. */
export class AppendQueue {
  #waiting: WaitingAppend[] = [];
  #isRunning = false;

  constructor(private readonly epoch: Epoch) {}

  /**
   * The appends of one account must not overlap.
   * @throws ApiError if nothing was appended; UnknownOutcomeError if that is unknown
   */
  append(line: Append): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error as Error));
      this.#waiting.push({...line, settle});
      if (!this.#isRunning) {
        this.#isRunning = true;
        void this.#run();
      }
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#send(this.#next());
    }
    this.#isRunning = false;
  }

  #next(): WaitingAppend[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({change}, index) => {
      bytes += change.length;
      return index > 0 && (index >= maxLines || bytes > maxBytes);
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  async #send(lines: readonly WaitingAppend[]): Promise<void> {
    const columns = [
      lines.map(({to}) => to.id),
      lines.map(({to}) => to.fence),
      lines.map(({to}) => to.seq),
      lines.map(({change}) => change),
      lines.map(({stateId}) => stateId),
      lines.map(({isBaseline}) => isBaseline),
    ];
    try {
      const rows = await this.epoch.run<{incarnation: string}>(append, columns);
      const done = new Set(rows.map(({incarnation}) => incarnation));
      for (const {to, settle} of lines) {
        to.seq += done.has(to.id) ? 1 : 0;
        settle(done.has(to.id) ? undefined : this.epoch.lost());
      }
    } catch (error) {
      await this.#refuse(lines, error);
    }
  }

  async #refuse(lines: readonly WaitingAppend[], error: unknown): Promise<void> {
    if (error instanceof LostResultError) {
      // Appends to other accounts do not wait for it.
      for (const line of lines) {
        void this.#fence(line).then(line.settle, line.settle);
      }
    } else if (lines.length > 1 && !this.epoch.isOver) {
      for (const line of lines) {
        await this.#send([line]); // the database may reject only one of them
      }
    } else {
      for (const {settle} of lines) {
        settle(error instanceof NotDoneError ? refusalOf(error) : error);
      }
    }
  }

  /** @returns undefined if the line was appended; otherwise the error for the client */
  async #fence({to}: WaitingAppend): Promise<unknown> {
    const end = performance.now() + patience;
    while (performance.now() < end && !this.epoch.isOver) {
      try {
        const [row] = await this.epoch.run<{fence: string; seq: string}>(fence, [to.id]);
        if (row === undefined) {
          break; // another node has taken over
        }
        const isAppended = Number(row.seq) > to.seq;
        to.fence = row.fence;
        to.seq = Number(row.seq);
        return isAppended ? undefined : refusalOf(new Error('the connection was lost'));
      } catch {
        await sleep(200);
      }
    }
    this.epoch.end();
    return new UnknownOutcomeError();
  }
}
