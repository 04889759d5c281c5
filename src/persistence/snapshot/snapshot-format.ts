import {createHash} from 'node:crypto';
import type {AccountState} from '../../accounts/account-state.js';
import {pause} from '../../store/chunked.js';
import type {Schema} from '../../store/schema.js';
import {version} from '../../version.js';
import {parseLongJson} from '../parse-long-json.js';
import {largestFile} from '../replace-file.js';
import {DataTooLargeError} from '../storage-error.js';
import {type AccountsPart, dataFormat, format, formatVersion, readHead} from './document-head.js';
import {readRecords} from './read-records.js';
import {damaged, SnapshotError} from './snapshot-error.js';
import {writeClock} from './written-clock.js';

export interface ReadSnapshot {
  readonly state: AccountState;
  readonly seed: number;
  /** `sha256:<hex>`, verified; undefined if someone removed it to edit the file. */
  readonly checksum: string | undefined;
  readonly accounts?: AccountsPart;
}

/** The other accounts in a data file: entries as JSON lines. */
export interface WrittenAccounts {
  readonly follows: string | null;
  readonly entries: Iterable<string>;
}

/** Approximate characters per chunk. */
const chunkLength = 64 * 1024;

/** An upper bound for the bytes from the checksum's line to the end. */
const checksumReach = 200;

/**
 * An account as one JSON document for people and diffs: one row per line, ordered by id, with collections in the
 * schema's order. The last field is the checksum of every byte before its line. Its comma is at the start of the line,
 * so that removing the line leaves valid JSON.
 * @param accounts makes it a data file
 * @param largest maximum number of bytes
 * @returns chunks, so that a large document is never one string; the final value is the checksum
 * @throws DataTooLargeError if it has more bytes than can be read again
 */
export function* snapshotText(
  state: AccountState,
  seed: number,
  schema: Schema,
  accounts?: WrittenAccounts,
  largest = largestFile,
): Generator<string, string> {
  const hash = createHash('sha256');
  let bytes = checksumReach;
  for (const chunk of chunksOf(body(state, seed, schema, accounts))) {
    bytes += Buffer.byteLength(chunk);
    if (bytes > largest) {
      throw new DataTooLargeError(
        `The data are too large for a file: of more than ${largest} bytes it could not be read again`,
      );
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
 * Reads the output of `snapshotText`. Every row is verified, because anyone may have written it.
 * @throws SnapshotError if anything is invalid
 */
export async function readSnapshot(source: string | Buffer, schema: Schema): Promise<ReadSnapshot> {
  const {document, checksum} = await readDocument(typeof source === 'string' ? Buffer.from(source) : source);
  const {seed, accounts, ...data} = readHead(document, checksum !== undefined);
  const state = {records: await readRecords(data, schema), clock: data.clock};
  return {state, seed, checksum, ...(accounts && {accounts})};
}

const tail = /\n( {2},"checksum": "(sha256:[0-9a-f]{64})"\n\}\n)$/;

/** Bytes hashed between two pauses. */
const stride = 256 * 1024;

/** Parses the bytes as JSON. A checksum at the end is verified first. */
async function readDocument(bytes: Buffer) {
  const [, end = '', checksum] = tail.exec(bytes.toString('latin1', Math.max(0, bytes.length - checksumReach))) ?? [];
  if (checksum !== undefined && (await checksumOf(bytes.subarray(0, bytes.length - end.length))) !== checksum) {
    throw damaged();
  }
  try {
    return {document: await parseLongJson(bytes), checksum};
  } catch (error) {
    throw error instanceof SyntaxError
      ? new SnapshotError(
          `The snapshot is not valid JSON: it was cut off, damaged, or edited wrongly (${error.message}). Take another copy, or correct it`,
        )
      : error;
  }
}

async function checksumOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += stride) {
    hash.update(bytes.subarray(start, start + stride));
    await pause();
  }
  return `sha256:${hash.digest('hex')}`;
}
