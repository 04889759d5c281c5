import {setTimeout as sleep} from 'node:timers/promises';
import type {TakeOver} from '../../accounts/change-log.js';
import {machineClock, moment} from '../../accounts/clock.js';
import type {ApiError} from '../../errors.js';
import {type Database, LostResultError, NotDoneError} from './database.js';
import {Epoch, retryLater} from './epoch.js';

/** Milliseconds between two heartbeats, and between two checks of the owner's. */
const [beatInterval, lookInterval] = [1000, 250];

/** Milliseconds for which a node may serve after a heartbeat. A take-over waits longer. */
const lease = 4000;

/**
 * Locks the node's row first, then the sandbox's. A take-over locks them in the same order, so that it sees every
 * heartbeat that counts.
 */
const beat = `
WITH beat AS (
  INSERT INTO sandbox_node (id, url, heartbeat) VALUES ($2, $4, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET heartbeat = clock_timestamp() RETURNING id
)
SELECT epoch FROM sandbox_meta WHERE sandbox = $1 AND owner = (SELECT id FROM beat) AND epoch = $3 FOR SHARE`;

const look = `
SELECT owner, epoch, node.url, owner IS NULL OR owner = $2 OR node.id IS NULL AS free
FROM sandbox_meta
LEFT JOIN sandbox_node node ON node.id = owner AND heartbeat >= clock_timestamp() - interval '6 s'
WHERE sandbox = $1`;

/** The heartbeat is read from the locked row, because the statement's snapshot may be older. */
const takeOver = `
WITH former AS MATERIALIZED (
  SELECT id, heartbeat FROM sandbox_node WHERE id = $4 FOR NO KEY UPDATE
)
UPDATE sandbox_meta SET owner = $2, epoch = epoch + 1
WHERE sandbox = $1 AND epoch = $3 AND NOT EXISTS (
  SELECT FROM former WHERE id <> $2 AND heartbeat >= clock_timestamp() - interval '6 s')
RETURNING epoch`;

const sweep = `DELETE FROM sandbox_node WHERE heartbeat < clock_timestamp() - interval '1 hour'`;

/** Maximum number of requests in an epoch; the numbers of the next epoch begin above it. */
const maxRequests = 1_000_000;

interface FoundOwner {
  readonly owner: string | null;
  readonly epoch: string;
  readonly url: string | null;
  readonly free: boolean;
}

/**
 * Only one of several nodes owns a sandbox and reads and writes its data. Each statement of the owner includes the
 * epoch of its take-over, and the database rejects those of a former owner.
 */
export class Ownership {
  /** A new one at every start. */
  #id: string | undefined;
  #epoch: Epoch | undefined;
  #isLoaded = false;
  #sentAt: {readonly monotonic: number; readonly wall: number} | undefined;
  /** The address of the active node. */
  #activeUrl: string | null = null;
  #takeOver: TakeOver | undefined;
  readonly #closing = new AbortController();
  #loops: ReadonlyArray<Promise<void>> = [];

  /** @param load reads the data after each take-over */
  constructor(
    private readonly database: Database,
    private readonly sandbox: string,
    private readonly url: string,
    private readonly load: (epoch: Epoch) => Promise<void>,
    private readonly onError: (error: unknown) => void,
    private readonly onNotice: (notice: string) => void,
  ) {}

  /** Becomes the owner unless another node is. @throws errors of the first load */
  async start(): Promise<void> {
    const [node] = await this.database.query<{id: string}>('SELECT gen_random_uuid() AS id');
    this.#id = node!.id;
    await this.#beat();
    this.#loops = [this.#repeat(beatInterval, () => this.#beat())]; // the load may take long
    try {
      await this.#look();
    } catch (error) {
      await this.close();
      throw error;
    }
    if (!this.#isOwner) {
      this.onNotice(this.refusal!.description);
    }
    this.#loops = [...this.#loops, this.#repeat(lookInterval, () => this.#look())];
  }

  /** The node's latest take-over; undefined if no other node owned the sandbox before. */
  get takeOver(): TakeOver | undefined {
    return this.#takeOver;
  }

  /** The response to all requests; undefined if the node may serve them. */
  get refusal(): ApiError | undefined {
    if (!this.#isOwner || !this.#isLoaded) {
      const active = this.#activeUrl === null ? '' : `; the active node is ${this.#activeUrl}`;
      return retryLater(`This node stands by for the sandbox ${this.sandbox}${active}`);
    }
    // Suspending a machine stops the monotonic clock, and the wall clock can be set.
    const {monotonic, wall} = this.#sentAt!;
    return Math.max(performance.now() - monotonic, moment(machineClock) - wall) < lease
      ? undefined
      : retryLater('This node has not reached the database for 4 s, so that another one may be the active one');
  }

  /** Releases the sandbox immediately. Call it when all responses are sent. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#loops);
    this.#epoch?.end();
    await this.database.query('DELETE FROM sandbox_node WHERE id = $1', [this.#id]).catch(() => undefined);
  }

  get #isOwner(): boolean {
    return this.#epoch?.isOver === false;
  }

  async #beat(): Promise<void> {
    if (this.refusal !== undefined) {
      await this.database.query('SELECT'); // if there is no timely response, another node must take over
    }
    const epoch = this.#isOwner ? this.#epoch : undefined;
    const sentAt = {monotonic: performance.now(), wall: moment(machineClock)};
    const rows = await this.database.query(beat, [this.sandbox, this.#id, epoch?.number ?? null, this.url]);
    if (rows.length > 0) {
      this.#sentAt = sentAt;
    } else {
      epoch?.end();
    }
  }

  async #look(): Promise<void> {
    if (this.#isOwner) {
      return;
    }
    if (this.#isLoaded) {
      this.#isLoaded = false;
      this.onNotice(`This node is no longer the active one of the sandbox ${this.sandbox}`);
    }
    const [found] = await this.database.query<FoundOwner>(look, [this.sandbox, this.#id]);
    this.#activeUrl = found?.url ?? null;
    if (found?.free) {
      await this.#beat(); // or a third node would take over immediately
      const values = [this.sandbox, this.#id, found.epoch, found.owner];
      const [taken] = await this.database.query<{epoch: string}>(takeOver, values);
      if (taken !== undefined) {
        await this.#begin(new Epoch(this.database, this.sandbox, this.#id!, taken.epoch), found.owner !== null);
      }
    }
  }

  async #begin(epoch: Epoch, hadOwner: boolean): Promise<void> {
    this.#epoch = epoch;
    try {
      await this.database.query(sweep);
      await this.load(epoch);
      await this.#beat(); // the load may have taken longer than the lease
    } catch (error) {
      epoch.end();
      throw error;
    }
    this.#isLoaded = true;
    if (hadOwner) {
      this.onNotice(`This node is now the active one of the sandbox ${this.sandbox}`);
      this.#takeOver = {at: moment(machineClock), lastNumber: (Number(epoch.number) - 1) * maxRequests};
    }
  }

  async #repeat(interval: number, work: () => Promise<void>): Promise<void> {
    const {signal} = this.#closing;
    while (!signal.aborted) {
      await work().catch(error => {
        if (!(error instanceof NotDoneError || error instanceof LostResultError)) {
          this.onError(error);
        }
      });
      await sleep(interval, undefined, {signal}).catch(() => undefined);
    }
  }
}
