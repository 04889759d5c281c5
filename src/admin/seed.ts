import * as z from 'zod';
import {generateInChunks, type Profile, profiles} from '../../fixtures/index.js';
import {bytesOf} from '../../fixtures/size.js';
import {endOfData, isUntil, untilForm} from '../../fixtures/until.js';
import type {NextState} from '../accounts/account.js';
import type {Accounts} from '../accounts/accounts.js';
import {timestamp} from '../accounts/clock.js';
import {checkMemory} from '../accounts/memory.js';
import {importRecords, recordsToReplace} from '../import/import-records.js';
import {limits} from '../limits.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {body, flag, integer, oneOf, text} from '../schema/fields.js';
import {Issues} from '../schema/issues.js';
import type {Assumptions} from '../settings.js';
import {runHeavy, runInTurns} from '../store/chunked.js';
import {Transaction} from '../store/transaction.js';
import {adminOperation, type BodyOf} from './admin-operation.js';
import {describeAccount} from './status.js';

const between = (min: number, max: number) =>
  integer.refine(value => value >= min && value <= max, `must be from ${min} to ${max}`);

const input = body({
  /** For editors. */
  $schema: text.optional(),
  seed: between(0, 2 ** 31 - 1).optional(),
  seed_until: text.refine(isUntil, `must be ${untilForm}`).optional(),
  profile: oneOf(Object.keys(profiles) as [Profile, ...Profile[]]).optional(),
  constituents: between(0, limits.constituents).optional(),
  records: z.unknown().optional(),
  mode: oneOf(['merge', 'replace']).optional(),
  baseline: flag.optional(),
});

type SeedBody = BodyOf<typeof input>;

function check({seed, seed_until, profile, constituents, records, mode}: SeedBody): void {
  const issues = Issues.none();
  const generates = Object.entries({seed, seed_until, profile, constituents}).filter(
    ([, value]) => value !== undefined,
  );
  if (records !== undefined) {
    for (const [name] of generates) {
      issues.refuse(name, 'is for generated data, and records are given ones: send one or the other');
    }
  } else if (mode !== undefined) {
    issues.refuse('mode', 'is for records that are given: generated data replace what is there');
  }
  if (profile !== undefined && constituents !== undefined) {
    issues.refuse('constituents', 'says how many, and so does profile: send one of them');
  }
  issues.throwIfRefused();
}

function generate(
  {seedUntil, givenLists, seed: usual}: Accounts,
  catalog: Catalog,
  {seed = usual, seed_until = seedUntil, profile = 'default', constituents = profiles[profile]}: SeedBody,
): NextState {
  const what = `${constituents} constituents`;
  return async ({clock}) => {
    checkMemory(what, bytesOf(constituents));
    const until = endOfData(seed_until, clock);
    const options = {seed, constituents, until, givenLists, onProgress: () => checkMemory(what)};
    return {records: await runHeavy(() => runInTurns(generateInChunks(catalog, options))), clock};
  };
}

/** Loads all records, or throws a 422 that lists every issue and loads none. */
function load(catalog: Catalog, given: unknown, mode: 'merge' | 'replace', assume: Assumptions): NextState {
  return async ({records, clock}) => {
    const start = mode === 'merge' ? records : recordsToReplace(given, records, catalog);
    const transaction = new Transaction(catalog.schema, start, () => timestamp(clock), assume);
    await runHeavy(() => importRecords(given, transaction, catalog));
    return {records: transaction.result(), clock};
  };
}

export const seedAccount = adminOperation({
  id: 'seed',
  method: 'POST',
  path: '/_sandbox/seed',
  summary: 'Generate data, or load records',
  body: input,
  takesLargeBody: true,
  handle: async ({account, accounts, catalog, committed, journal, body}) => {
    check(body);
    const {records, mode = 'merge', baseline = false} = body;
    const {assume} = account.settings;
    const next = records === undefined ? generate(accounts, catalog, body) : load(catalog, records, mode, assume);
    await account.replaceState(next, {asBaseline: baseline, onSettled: () => journal.release(account.name)});
    committed(account);
    return describeAccount(account, accounts);
  },
});
