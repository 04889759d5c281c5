import {createHash} from 'node:crypto';

/** How long a body may be to be kept whole, in characters; of a longer one that much is. */
const longestKept = 64 * 1024;

/** What is known of a text that was too long to be kept. */
export interface WholeText {
  /** Bytes, as it was sent. */
  readonly length: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** A text as the journal keeps it. */
export interface KeptText {
  /** All of it, or its first 64 KiB. */
  readonly text: string;
  /** Where there was more. */
  readonly whole?: WholeText | undefined;
}

/** Only a long text is looked at, and that once: it is let go of at once. */
export function keep(text: string): KeptText {
  if (text.length <= longestKept) {
    return {text};
  }
  const bytes = Buffer.from(text);
  return {
    text: copyOf(text, longestKept),
    whole: {length: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex')},
  };
}

/** A copy of the beginning of a text: a slice would keep all of it in memory. A character is not cut in two. */
export function copyOf(text: string, length: number): string {
  const end = text.charCodeAt(length - 1);
  const isHalf = text.length > length && end >= 0xd8_00 && end <= 0xdb_ff;
  return Buffer.from(text.slice(0, isHalf ? length - 1 : length)).toString();
}
