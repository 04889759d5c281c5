import {ApiError, insufficientStorage, UnknownOutcomeError} from '../../errors.js';
import {type Database, LostResultError, NotDoneError} from './database.js';

/** Begins each statement of the owner. A take-over has to wait for it. */
const meta = 'WITH meta AS (SELECT FROM sandbox_meta WHERE sandbox = $1 AND owner = $2 AND epoch = $3 FOR SHARE)';

const diskFull = '53100';

export const retryLater = (description: string) =>
  new ApiError(503, 'Service Unavailable', description, {'Retry-After': '1'});

/** The time from a take-over of a node to the next one. The database rejects statements of a former epoch. */
export class Epoch {
  #isOver = false;

  /** @param number that of the take-over */
  constructor(
    private readonly database: Database,
    readonly sandbox: string,
    readonly node: string,
    readonly number: string,
  ) {}

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The node stops serving. It reads all data again if it takes over again, even from itself. */
  end(): void {
    this.#isOver = true;
  }

  /**
   * @param statement goes on after `WITH meta AS (...)`, which has a row in this epoch only; `$1` to `$3` are given
   * @throws NotDoneError or LostResultError
   */
  async run<Row extends object>(statement: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#isOver) {
      throw new NotDoneError('this node is not the active one any more');
    }
    return this.database.query<Row>(`${meta}${statement}`, [this.sandbox, this.node, this.number, ...values]);
  }

  /**
   * Runs a statement that returns a row if it is carried out.
   * @throws ApiError if it changed nothing; UnknownOutcomeError if nobody knows, which ends the epoch
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

  /** Like `write`, for rows that nothing refers to yet: with a lost result, too, nothing was changed. */
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
