import test from 'ava';
import {programs, startPostgres, type TestDatabase} from './together/postgres.js';

export {startPostgres};

/** In CI, Postgres is required. Elsewhere, the tests are skipped without it. */
export const postgresTest = programs !== undefined || process.env['CI'] ? test.serial : test.serial.skip;

/**
 * Starts a server before the following tests of a file, and stops it after them.
 * @param subject of these tests
 * @returns a function that returns the server
 */
export function databaseFor(subject: string): () => TestDatabase {
  let database: TestDatabase | undefined;
  postgresTest(`Postgres starts, for the tests of ${subject}`, async t => {
    database = await startPostgres();
    t.is((await database.query('SELECT 1')).length, 1);
  });
  test.after.always(() => database?.stop());
  return () => database!;
}
