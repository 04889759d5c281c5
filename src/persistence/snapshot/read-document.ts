import {createHash} from 'node:crypto';
import {pause} from '../../store/chunked.js';
import {parseLongJson} from '../parse-long-json.js';
import {damaged, SnapshotError} from './snapshot-error.js';

export interface ReadDocument {
  readonly document: unknown;
  /** Undefined if the document does not end in one as `snapshotText` writes it. */
  readonly checksum: string | undefined;
}

const tail = /\n( {2},"checksum": "(sha256:[0-9a-f]{64})"\n\}\n)$/;

/** Bytes hashed between two pauses. */
const stride = 256 * 1024;

/** An upper bound for the bytes of the last line. */
const tailReach = 200;

/** Parses the bytes as JSON. A checksum at the end is verified first. */
export async function readDocument(bytes: Buffer): Promise<ReadDocument> {
  const [, end = '', checksum] = tail.exec(bytes.toString('latin1', Math.max(0, bytes.length - tailReach))) ?? [];
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
