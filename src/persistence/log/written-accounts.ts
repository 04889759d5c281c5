import type {AccountState} from '../../accounts/account-state.js';
import {defaultAccount} from '../../accounts/accounts.js';
import type {KeptAccount} from '../../accounts/change-log.js';
import type {Row} from '../../store/order.js';
import type {Schema} from '../../store/schema.js';
import {leastDifferences, type WrittenChange, writeChange} from '../changes.js';
import {snapshotText} from '../snapshot/snapshot-format.js';
import {writeClock} from '../snapshot/written-clock.js';
import {commonBaseline, type Entry, madeAs, type Source, savedAs} from './entries.js';

/** A stored state, and the source by which entries refer to it. */
interface Known {
  readonly source: Source;
  readonly state: AccountState;
}

/** Rows per entry: a line must stay below the maximum string length. */
const maxRows = 500;

interface DataHead {
  readonly baseline: AccountState;
  readonly schema: Schema;
  readonly seed: number;
  readonly follows: string | null;
}

/** A data file, chunk by chunk. Its checksum is known after the last chunk. */
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
 * The entries that derive all accounts from the default account's current state in a data file. Shared data is written
 * once. A generator, so that the caller can do other work between entries.
 * @param baseline the common baseline
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
 * A state, derived from the most similar one.
 * @param place the first entry's fields for the state's destination
 * @param source by which later entries refer to it
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

/** The changes from a known state, or from nothing, to this one. */
export function* leadingTo(state: AccountState, known: readonly Known[]): Generator<FromChange> {
  const least = leastDifferences(
    known.map(({state}) => state),
    state,
  );
  if (least === undefined) {
    yield* inFull(state);
    return;
  }
  const {source} = known.find(each => each.state === least.other)!;
  yield* inParts({from: source, ...writeChange({before: least.other, after: state}, least.differences)});
}

/** Splits a change into entries of few rows. */
function* inParts({rows = {}, gone = {}, ...rest}: FromChange): Generator<FromChange> {
  yield rest;
  for (const [name, all] of Object.entries(rows)) {
    for (let start = 0; start < all.length; start += maxRows) {
      yield {rows: {[name]: all.slice(start, start + maxRows)}};
    }
  }
  for (const [name, all] of Object.entries(gone)) {
    for (let start = 0; start < all.length; start += maxRows * 100) {
      yield {gone: {[name]: all.slice(start, start + maxRows * 100)}};
    }
  }
}

function* inFull({records, clock}: AccountState): Generator<FromChange> {
  yield {from: 'nothing', clock: writeClock(clock), next_ids: Object.fromEntries(records.nextIds)};
  for (const [name, collection] of records.collections) {
    let rows: Row[] = [];
    for (const row of collection.values()) {
      rows.push(row);
      if (rows.length === maxRows) {
        yield {rows: {[name]: rows}};
        rows = [];
      }
    }
    if (rows.length > 0) {
      yield {rows: {[name]: rows}};
    }
  }
}
