import {createHash} from 'node:crypto';
import type {AccountState} from '../../accounts/account-state.js';
import type {Schema} from '../../store/schema.js';
import {version} from '../../version.js';
import {finish, type Steps} from '../../workload/steps.js';
import {type AccountsPart, dataFormat, format, formatVersion, readHead} from './document-head.js';
import {readDocument} from './read-document.js';
import {readRecords} from './read-records.js';
import {verified} from './verify-rows.js';
import {writeClock} from './written-clock.js';

/** What a file holds. */
export interface ReadSnapshot {
  readonly state: AccountState;
  readonly seed: number;
  /** `sha256:<hex>`, and it is right; undefined where the file has none, because somebody edited it. */
  readonly checksum: string | undefined;
  /** Of a data file. */
  readonly accounts?: AccountsPart;
}

/** What a data file holds besides the default account: entries as JSON, each a line. */
export interface WrittenAccounts {
  readonly follows: string | null;
  readonly entries: Iterable<string>;
}

/** Characters; about this much is handed out at a time. */
const chunkLength = 64 * 1024;

/** More bytes than the checksum's line and what is behind it have. */
const checksumReach = 200;

/** Bytes. Node reads no file that is larger in one go. */
export const largestSnapshot = 2 ** 31 - 1;

/**
 * An account as one JSON document that people read and git compares: one row a line, by id, the collections in the
 * schema's order. The last field is the checksum of every byte before its line. Its comma stands in front, so that the
 * line can be removed and JSON is left.
 * @param accounts makes it a data file
 * @param largest how many bytes it may have
 * @returns chunk by chunk, so that a large one is never one string; at the end the checksum
 * @throws RangeError with the code DATA_TOO_LARGE once it has more bytes than could be read again
 */
export function* snapshotText(
  state: AccountState,
  seed: number,
  schema: Schema,
  accounts?: WrittenAccounts,
  largest = largestSnapshot,
): Generator<string, string> {
  const hash = createHash('sha256');
  let bytes = checksumReach;
  for (const chunk of chunksOf(body(state, seed, schema, accounts))) {
    bytes += Buffer.byteLength(chunk);
    if (bytes > largest) {
      const message = `The data are too large for a file: of more than ${largest} bytes it could not be read again`;
      throw Object.assign(new RangeError(message), {code: 'DATA_TOO_LARGE'});
    }
    hash.update(chunk);
    yield chunk;
  }
  const checksum = `sha256:${hash.digest('hex')}`;
  yield `  ,"checksum": "${checksum}"\n}\n`;
  return checksum;
}

function* body(
  {records, clock}: AccountState,
  seed: number,
  {specs}: Schema,
  accounts: WrittenAccounts | undefined,
): Generator<string> {
  const nextIds = specs.map(({name}) => `    "${name}": ${records.nextIds.get(name)}`);
  yield `{
  "format": "${accounts === undefined ? format : dataFormat}",
  "format_version": ${formatVersion},
  "sandbox_version": "${version}",
  "seed": ${seed},
  "clock": ${JSON.stringify(writeClock(clock))},
  "next_ids": {
${nextIds.join(',\n')}
  },
  "records": {`;
  for (const [index, {name}] of specs.entries()) {
    yield `${index === 0 ? '' : ','}\n    "${name}": [`;
    const rows = records.collections.get(name);
    let before = '';
    for (const row of rows.values()) {
      yield `${before}\n      ${JSON.stringify(row)}`;
      before = ',';
    }
    yield rows.size === 0 ? ']' : '\n    ]';
  }
  yield '\n  }\n';
  if (accounts !== undefined) {
    yield* accountsBody(accounts);
  }
}

function* accountsBody({follows, entries}: WrittenAccounts): Generator<string> {
  yield `  ,"accounts": {\n    "follows": ${JSON.stringify(follows)},\n    "entries": [`;
  let before = '';
  for (const entry of entries) {
    yield `${before}\n      ${entry}`;
    before = ',';
  }
  yield before === '' ? ']\n  }\n' : '\n    ]\n  }\n';
}

function* chunksOf(texts: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const text of texts) {
    chunk += text;
    if (chunk.length >= chunkLength) {
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}

/**
 * Reads what `snapshotText` wrote. Every row is looked at, whoever wrote it.
 * @throws SnapshotError where anything is wrong with it
 */
export const readSnapshot = (source: string | Buffer, schema: Schema): ReadSnapshot =>
  finish(readSnapshotInSteps(source, schema));

/** The same, in steps. */
export function* readSnapshotInSteps(source: string | Buffer, schema: Schema): Steps<ReadSnapshot> {
  const {document, checksum} = yield* readDocument(typeof source === 'string' ? Buffer.from(source) : source);
  const {seed, clock, nextIds, records: lists, accounts} = readHead(document, checksum !== undefined);
  const state = {records: yield* readRecords(lists, nextIds, schema), clock};
  return {state: yield* verified(state, lists, schema), seed, checksum, ...(accounts && {accounts})};
}
