import {Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Pool, PoolClient} from 'pg';

/** Milliseconds after which the database cancels a statement. */
const statementTimeout = 3000;

/** Milliseconds after which this node stops waiting for a result. */
const longestWait = 4000;

/** The statement changed nothing: it was never sent, or the database rejected it. */
export class NotDoneError extends Error {
  override readonly name = 'NotDoneError';
}

/** The statement was sent, but the connection was lost before its result arrived. */
export class LostResultError extends Error {
  override readonly name = 'LostResultError';
}

const ignore = () => undefined;

/** The connections to a database. Each statement is a separate transaction, so that a stopped node holds no lock. */
export class Database {
  private constructor(
    private readonly pool: Pool,
    private readonly sockets: ReadonlySet<Socket>,
  ) {
    // Without a listener, a lost connection would end the process.
    pool.on('error', ignore);
    pool.on('connect', client => client.on('error', ignore));
  }

  static async open(connectionString: string): Promise<Database> {
    // Most sandboxes use no database and need no driver.
    const {Pool} = (await import('pg')).default;
    const limits = {statement_timeout: statementTimeout, idle_in_transaction_session_timeout: statementTimeout};
    const more = {query_timeout: longestWait, max: 6, connectionTimeoutMillis: statementTimeout, keepAlive: true};
    const sockets = new Set<Socket>();
    const stream = () => {
      const socket = new Socket();
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      return socket;
    };
    const pool = new Pool({connectionString, application_name: 'crm-sandbox', stream, ...limits, ...more});
    return new Database(pool, sockets);
  }

  /** @throws NotDoneError or LostResultError */
  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = await this.pool.connect().catch(error => {
      throw new NotDoneError(reasonOf(error), {cause: error});
    });
    try {
      const result = await client.query(text, [...values]);
      client.release();
      return result.rows;
    } catch (error) {
      const isKnown = isRefused(error);
      client.release(!isKnown);
      throw new (isKnown ? NotDoneError : LostResultError)(reasonOf(error), {cause: error});
    }
  }

  /** Runs several statements without values as one transaction, in one round trip. */
  async run(statements: string): Promise<void> {
    const client: PoolClient = await this.pool.connect();
    try {
      await client.query(statements);
    } finally {
      client.release();
    }
  }

  async close(): Promise<void> {
    await Promise.race([this.pool.end(), sleep(statementTimeout, undefined, {ref: false})]);
    // The pool does not close connections with a failed login.
    for (const socket of this.sockets) {
      socket.destroy();
    }
  }
}

/** A FATAL error ends the connection, and may come after the commit. */
const isRefused = (error: unknown): boolean => (error as {severity?: string}).severity === 'ERROR';

/** The driver's messages contain no passwords. */
function reasonOf(error: unknown): string {
  const {code, message} = error as NodeJS.ErrnoException;
  if (message.includes('client password must be a string')) {
    return 'the database requires a password, and none was given: set PGPASSWORD';
  }
  if (message === 'Query read timeout') {
    return `no result within ${longestWait / 1000} s`;
  }
  return message || code || 'no reason given'; // an AggregateError has no message
}
