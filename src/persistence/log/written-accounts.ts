import type {AccountState} from '../../accounts/account-state.js';
import {defaultAccount} from '../../accounts/accounts.js';
import type {KeptAccount} from '../../accounts/kept-account.js';
import type {Row} from '../../store/order.js';
import type {Schema} from '../../store/schema.js';
import {type Few, fewDifferences, type WrittenChange, writeChange} from '../changes.js';
import {snapshotText} from '../snapshot/snapshot-format.js';
import {writeClock} from '../snapshot/written-clock.js';
import {commonBaseline, type Entry, madeAs, type Source, savedAs} from './entries.js';

/** A state that is in the file already, and how an entry names it. */
interface Known {
  readonly source: Source;
  readonly state: AccountState;
}

/** Rows in one entry: a line must not become longer than a text can be. */
const mostRows = 500;

/** A state that differs from all others in more rows than this is written as a whole, row by row. */
const mostDifferences = 20_000;

/** What else stands in a data file. */
interface DataHead {
  readonly baseline: AccountState;
  readonly schema: Schema;
  readonly seed: number;
  readonly follows: string | null;
}

/** A data file, chunk by chunk; its checksum is there once the last one was taken. */
export function dataText(kept: ReadonlyMap<string, KeptAccount>, {baseline, schema, seed, follows}: DataHead) {
  const own = kept.get(defaultAccount) ?? {current: baseline, snapshots: new Map(), assume: {}};
  const entries = accountEntries(new Map([[defaultAccount, own], ...kept]), baseline);
  const text = snapshotText(own.current, seed, schema, {follows, entries});
  const written = {
    checksum: '',
    *chunks() {
      written.checksum = yield* text;
    },
  };
  return written;
}

/**
 * The entries that make all accounts of what a data file holds otherwise: the default account's own state. What states
 * share is written once. It is handed out entry by entry, so that whoever writes it can do something else in between.
 * @param baseline what all accounts start from
 */
function* accountEntries(kept: ReadonlyMap<string, KeptAccount>, baseline: AccountState): Generator<string> {
  const own = {source: {account: defaultAccount}, state: kept.get(defaultAccount)!.current};
  const made: Entry = {account: commonBaseline, made: {assume: {}}};
  yield* stateEntries(made, {account: commonBaseline}, baseline, [own]);
  const common = {source: {account: commonBaseline}, state: baseline};
  for (const [name, account] of kept) {
    yield* entriesOf(name, account, [own, common]);
  }
}

function* entriesOf(name: string, account: KeptAccount, known: readonly Known[]): Generator<string> {
  const {current, baseline, snapshots} = account;
  const self: Known = {source: {account: name}, state: current};
  if (name !== defaultAccount) {
    yield* stateEntries({account: name, made: madeAs(account)}, {account: name}, current, known);
  }
  if (baseline !== undefined) {
    const source: Source = {account: name, baseline: true};
    yield* stateEntries({account: name, baseline: 'only'}, source, baseline, [self, ...known]);
  }
  for (const snapshot of snapshots.values()) {
    const source: Source = {account: name, snapshot: snapshot.name};
    yield* stateEntries({account: name, saved: savedAs(snapshot)!}, source, snapshot, [self, ...known]);
  }
}

/**
 * A state, made of the one that it differs least from.
 * @param place that it is put in, as the first entry says it
 * @param source how the entries after that one name it
 */
function* stateEntries(place: Entry, source: Source, state: AccountState, known: readonly Known[]): Generator<string> {
  const {account, saved, baseline} = place;
  const again: Entry = {account, ...(saved && {saved}), ...(baseline && {baseline}), from: source};
  let first = true;
  for (const change of leadingTo(state, known)) {
    yield JSON.stringify(first ? {...place, ...change} : {...again, ...change});
    first = false;
  }
}

type FromChange = WrittenChange & Pick<Entry, 'from'>;

function* leadingTo(state: AccountState, known: readonly Known[]): Generator<FromChange> {
  let best: {readonly source: Source; readonly change: WrittenChange | undefined; readonly few: Few} | undefined;
  for (const {source, state: before} of known) {
    const few = fewDifferences(before.records, state.records, best?.few.length ?? mostDifferences);
    if (few !== undefined) {
      best = {source, change: writeChange({before, after: state}, few), few};
    }
    if (best?.few.length === 0) {
      break;
    }
  }
  if (best !== undefined) {
    yield* inParts({from: best.source, ...best.change});
  } else {
    yield* inFull(state);
  }
}

/** The same change in entries of few rows each. */
function* inParts({rows = {}, gone = {}, ...rest}: FromChange): Generator<FromChange> {
  yield rest;
  for (const [name, all] of Object.entries(rows)) {
    for (let start = 0; start < all.length; start += mostRows) {
      yield {rows: {[name]: all.slice(start, start + mostRows)}};
    }
  }
  for (const [name, all] of Object.entries(gone)) {
    for (let start = 0; start < all.length; start += mostRows * 100) {
      yield {gone: {[name]: all.slice(start, start + mostRows * 100)}};
    }
  }
}

function* inFull({records, clock}: AccountState): Generator<FromChange> {
  yield {from: 'nothing', clock: writeClock(clock), next_ids: Object.fromEntries(records.nextIds)};
  for (const [name, collection] of records.collections) {
    let rows: Row[] = [];
    for (const row of collection.values()) {
      rows.push(row);
      if (rows.length === mostRows) {
        yield {rows: {[name]: rows}};
        rows = [];
      }
    }
    if (rows.length > 0) {
      yield {rows: {[name]: rows}};
    }
  }
}
