import {gzipSync} from 'node:zlib';

/** Characters compressed at a time, which takes some milliseconds. */
const memberLength = 256 * 1024;

/** Takes less than half of the time of the default level 6; files are a sixth larger. */
const level = 3;

/** Offset of the operating system in the header of a gzip member. */
const systemByte = 9;

/** The value for an unknown system, so that the same lines give the same bytes everywhere. */
const unknownSystem = 255;

/**
 * Compresses texts into separate gzip members, which readers treat as one file. Buffering is bounded, and a piece is
 * complete when `add` returns: a writer faster than the disk waits.
 */
export class GzipMembers {
  readonly #write: (bytes: Buffer) => void;
  #text = '';
  #bytes = 0;

  /** @param write receives the bytes, one piece after another */
  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= memberLength) {
      this.flush();
    }
  }

  flush(): void {
    const member = gzipSync(this.#text, {level});
    member[systemByte] = unknownSystem;
    this.#text = '';
    this.#bytes += member.length;
    this.#write(member);
  }
}
