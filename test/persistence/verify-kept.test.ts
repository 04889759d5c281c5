import {readFile, writeFile} from 'node:fs/promises';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import type {AccountState} from '../../src/accounts/account-state.js';
import {Accounts} from '../../src/accounts/accounts.js';
import {LogFile} from '../../src/persistence/log/log-file.js';
import {SnapshotError} from '../../src/persistence/snapshot/snapshot-error.js';
import {constituents} from '../../src/resources/constituents/constituents.js';
import type {ConstituentRow} from '../../src/resources/constituents/schema.js';
import type {GiftRow} from '../../src/resources/gifts/schema.js';
import {schema} from '../../src/resources/index.js';
import type {MembershipRow} from '../../src/resources/memberships/memberships.js';
import {noteOn, opened, small} from './opened.js';
import {loadAll, open, temporaryFolder, withChecksum} from './support.js';

// biome-ignore lint/suspicious/noExplicitAny: tests break entries in any way
type Entry = any;

const constituent = [...small.records.collections.get('constituents').values()][0]!;

/** Edits of an entry with one gift, and the expected error messages. */
const edits: ReadonlyArray<readonly [string, (entry: Entry) => void, RegExp]> = [
  ['a missing field', e => delete e.rows.gifts[0].received_amount, /gifts \d+\.received_amount is missing/],
  ['an unknown field', e => (e.rows.gifts[0].shoe = 1), /gifts \d+ has the unknown field shoe/],
  [
    'a value of the wrong type',
    e => (e.rows.gifts[0].received_amount = '5'),
    /gifts \d+\.received_amount is wrong: .*expected number, received string/,
  ],
  ['a missing parent', e => (e.rows.gifts[0].constituent_id = 5), /gifts \d+\.constituent_id is 5, and there is/],
  ['an invalid date', e => (e.rows.gifts[0].received_date = 'x'), /gifts \d+\.received_date is wrong/],
  ['an id that is a string', e => (e.rows.gifts[0].id = '7'), /an id must be an integer from 1 on, got "7"/],
  ['a missing id', e => delete e.rows.gifts[0].id, /an id must be an integer from 1 on/],
  ['rows that are not an array', e => (e.rows.gifts = {}), /gifts must be an array/],
  [
    'a next id that is already used',
    e => (e.next_ids = {gifts: 1}),
    /the next id of gifts is 1: it must be an integer, and more/,
  ],
  [
    'a next id that is not an integer',
    e => (e.next_ids = {gifts: 'x'}),
    /the next id of gifts is x: it must be an integer/,
  ],
  [
    'a reference to a deleted row',
    e => (e.gone = {constituents: [constituent.id]}),
    /\.constituent_id is \d+, and there is no such id in constituents/,
  ],
  [
    'a duplicate external id',
    e => {
      const row = e.rows.gifts[0];
      e.rows.gifts = [
        {...row, external_id: 'same'},
        {...row, id: 999_999, external_id: 'same'},
      ];
      e.next_ids = {gifts: 1_000_000};
    },
    /gifts \d+\.external_id is "same", which is that of gifts \d+ already/,
  ],
];

/** Changes the last line of a log, with valid hashes. */
async function forge(log: string, edit: (entry: Entry) => void): Promise<void> {
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
  const [head, ...entries] = lines.map(line => line.slice(line.indexOf(' ') + 1));
  const entry = JSON.parse(entries.pop()!);
  edit(entry);
  await writeFile(log, [...LogFile.text(JSON.parse(head!).base, [...entries, JSON.stringify(entry)])].join(''));
}

for (const [name, edit, message] of edits) {
  test(`invalid entries of the change log are rejected: ${name}`, async t => {
    const {file, log, dataFile, account} = await opened(t);
    await noteOn(account, 'one');
    dataFile.close();
    await forge(log, () => undefined);
    t.is((await loadAll(file)).size, 1, 'a forged log without edits must be valid');
    await forge(log, edit);
    const error = await t.throwsAsync(loadAll(file), {instanceOf: SnapshotError});
    t.regex(error.message, message);
  });
}

/** Creates a file with accounts and a snapshot, saved so that its log is empty. */
async function withAccounts(t: ExecutionContext) {
  const file = `${await temporaryFolder(t)}/data.json`;
  const options = {schema, baseline: small, seed: 1};
  const dataFile = open(file, options);
  const accounts = await Accounts.open({...options, adapter: dataFile, changeLog: dataFile});
  await noteOn(await accounts.get('choir'), 'of the choir');
  await (await accounts.get('choir')).save('then');
  await noteOn(await accounts.get('choir'), 'later');
  await noteOn(await accounts.get('default'), 'of the default account');
  await accounts.save();
  accounts.close();
  dataFile.close();
  return file;
}

test('invalid rows of other accounts and of their snapshots are rejected despite a valid checksum', async t => {
  const file = await withAccounts(t);
  const text = await readFile(file, 'utf8');
  for (const [note, location] of [
    ['later', /: in the account choir, gifts \d+\.note (?:must be a string like|is wrong)/],
    ['of the choir', /: in the snapshot then of the account choir, gifts \d+\.note (?:must be a string like|is wrong)/],
  ] as const) {
    const edited = text.replace(`"note":"${note}"`, '"note":5');
    t.not(edited, text);
    await writeFile(file, withChecksum(edited));
    const error = await t.throwsAsync(loadAll(file), {instanceOf: SnapshotError});
    t.regex(error.message, /^\S+data\.json: The snapshot cannot be loaded/);
    t.regex(error.message, location);
  }
  await writeFile(file, text);
  t.is((await loadAll(file)).size, 2);
});

test('derived fields are recomputed when a change log is edited', async t => {
  const rowsIn = <R>(state: AccountState, name: string) =>
    [...state.records.collections.get(name).values()] as unknown as R[];
  const memberships = rowsIn<MembershipRow>(small, 'memberships');
  const only = memberships.find(one =>
    memberships.every(other => other === one || other.constituent_id !== one.constituent_id),
  )!;
  const gift = rowsIn<GiftRow>(small, 'gifts')[0]!;
  const {file, log, dataFile, account} = await opened(t);
  await account.write(transaction => {
    for (const id of new Set([gift.constituent_id, only.constituent_id])) {
      transaction.put(constituents, {...transaction.rows(constituents).get(id)!, nick_name: 'edited'});
    }
  });
  dataFile.close();
  await forge(log, entry => {
    for (const row of entry.rows.constituents) {
      Object.assign(row, {is_org: false, first_name: 'Ada', last_name: 'Ångström'});
    }
    entry.gone = {memberships: [only.id]};
  });
  const {current} = (await loadAll(file)).get('default')!;
  const edited = rowsIn<ConstituentRow>(current, 'constituents').filter(row => row.nick_name === 'edited');
  t.true(edited.length > 0);
  t.true(edited.every(row => row.sort_name === 'Ångström, Ada' && row.sort_key === 'angstrom, ada'));
  const gifts = rowsIn<GiftRow>(current, 'gifts').filter(row => row.constituent_id === gift.constituent_id);
  t.true(gifts.length > 0);
  t.true(gifts.every(row => row.constituent_sort_key === 'angstrom, ada'));
  t.is(edited.find(row => row.id === only.constituent_id)!.latest_membership_end, null);
});
