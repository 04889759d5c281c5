import test from 'ava';
import {programs} from './together/postgres.js';

export {startPostgres, type TestDatabase} from './together/postgres.js';

/** CI must have Postgres. Another machine skips the tests, by name, if it lacks it. */
export const postgresTest = programs !== undefined || process.env['CI'] ? test.serial : test.serial.skip;
