import {ApiError, insufficientStorage, UnknownOutcomeError} from '../../errors.js';
import {type Database, LostResultError, NotDoneError} from './database.js';

/** Begins each statement of the owner. A take-over must wait for it. */
const meta = 'WITH meta AS (SELECT FROM sandbox_meta WHERE sandbox = $1 AND owner = $2 AND epoch = $3 FOR SHARE)';

const diskFull = '53100';

export const retryLater = (description: string) =>
  new ApiError(503, 'Service Unavailable', description, {'Retry-After': '1'});

/** The time between two take-overs. The database rejects statements of an earlier epoch. */
export class Epoch {
  #isOver = false;

  /** @param number of the take-over */
  constructor(
    private readonly database: Database,
    readonly sandbox: string,
    readonly node: string,
    readonly number: string,
  ) {}

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The node stops serving. If it takes over again, even from itself, it reloads all data. */
  end(): void {
    this.#isOver = true;
  }

  /**
   * @param statement follows `WITH meta AS (...)`, which has a row only in this epoch; `$1` to `$3` are reserved
   * @throws NotDoneError or LostResultError
   */
  async run<Row extends object>(statement: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#isOver) {
      throw new NotDoneError('this node is not the active one any more');
    }
    return this.database.query<Row>(`${meta}${statement}`, [this.sandbox, this.node, this.number, ...values]);
  }

  /**
   * Runs a statement that returns a row if it is executed.
   * @throws ApiError if it changed nothing; UnknownOutcomeError if that is unknown, which ends the epoch
   */
  async write<Row extends object>(statement: string, values: readonly unknown[] = []): Promise<Row> {
    try {
      return await this.#runOne<Row>(statement, values);
    } catch (error) {
      if (error instanceof LostResultError) {
        this.end();
        throw new UnknownOutcomeError();
      }
      throw error;
    }
  }

  /** Like `write`, for rows that nothing refers to yet: even a lost result means that nothing has changed. */
  async prepare<Row extends object>(statement: string, values: readonly unknown[] = []): Promise<Row> {
    try {
      return await this.#runOne<Row>(statement, values);
    } catch (error) {
      throw error instanceof LostResultError ? refusalOf(error) : error;
    }
  }

  /** @returns the error for a client */
  lost(): ApiError {
    this.end();
    return retryLater('Nothing was changed: another node has taken over');
  }

  async #runOne<Row extends object>(statement: string, values: readonly unknown[]): Promise<Row> {
    const [row] = await this.run<Row>(statement, values).catch(error => {
      throw error instanceof NotDoneError ? refusalOf(error) : error;
    });
    if (row === undefined) {
      throw this.lost();
    }
    return row;
  }
}

/** The response to a statement that changed nothing. */
export function refusalOf({message, cause}: Error): ApiError {
  return (cause as {code?: string} | undefined)?.code === diskFull
    ? insufficientStorage('Nothing was changed: the disk of the database is full')
    : retryLater(`Nothing was changed: the database refused it, or cannot be reached (${message})`);
}
