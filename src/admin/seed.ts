import * as z from 'zod';
import {generateRecords, type Profile, profiles} from '../../fixtures/index.js';
import type {Account} from '../accounts/account.js';
import {timestamp} from '../accounts/clock.js';
import type {Sandbox} from '../accounts/sandbox.js';
import {importRecords} from '../import/import-records.js';
import {recordsToReplace} from '../import/records-to-replace.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {body, flag, integer, oneOf} from '../schema/fields.js';
import {Issues} from '../schema/issues.js';
import {Transaction} from '../store/transaction.js';
import {adminOperation} from './admin-operation.js';
import {describeAccount} from './status.js';

const between = (least: number, most: number) =>
  integer.refine(value => value >= least && value <= most, `must be from ${least} to ${most}`);

const input = body({
  seed: between(0, 2 ** 31 - 1).optional(),
  profile: oneOf(Object.keys(profiles) as [Profile, ...Profile[]]).optional(),
  constituents: between(0, 1_000_000).optional(),
  records: z.unknown().optional(),
  mode: oneOf(['merge', 'replace']).optional(),
  baseline: flag.optional(),
});

type SeedBody = Partial<z.infer<typeof input>>;

/** Either what is generated, or what is given. */
function check({seed, profile, constituents, records, mode}: SeedBody): void {
  const issues = Issues.none();
  const generates = Object.entries({seed, profile, constituents}).filter(([, value]) => value !== undefined);
  if (records !== undefined) {
    for (const [name] of generates) {
      issues.refuse(name, 'is for generated data, and records are given ones: send one or the other');
    }
  } else if (mode !== undefined) {
    issues.refuse('mode', 'is for records that are given: generated data replace what is there');
  }
  if (profile !== undefined && constituents !== undefined) {
    issues.refuse('constituents', 'and profile both say how many: send one of them');
  }
  issues.throwIfRefused();
}

function generate(account: Account, sandbox: Sandbox, catalog: Catalog, {seed, profile, constituents}: SeedBody): void {
  const records = generateRecords(catalog, {
    seed: seed ?? sandbox.seed,
    constituents: constituents ?? profiles[profile ?? 'default'],
  });
  account.replaceState({records, clock: account.clock});
}

/** Loads all of the records, or throws a 422 that names every issue and loads none. */
function load(account: Account, records: unknown, mode: 'merge' | 'replace', catalog: Catalog): void {
  const {schema, clock} = account;
  const start = mode === 'merge' ? account.records : recordsToReplace(records, account.records, catalog);
  const transaction = new Transaction(schema, start, timestamp(clock));
  importRecords(records, transaction, catalog);
  account.replaceState({records: transaction.result(), clock});
}

export const operations = [
  adminOperation({
    id: 'seed',
    method: 'POST',
    path: '/_sandbox/seed',
    summary: 'Generate data, or load records that are given',
    body: input,
    handle: ({account, sandbox, catalog, body}) => {
      check(body);
      if (body.records === undefined) {
        generate(account, sandbox, catalog, body);
      } else {
        load(account, body.records, body.mode ?? 'merge', catalog);
      }
      if (body.baseline === true) {
        account.setBaseline();
      }
      return describeAccount(account, sandbox);
    },
  }),
];
