import {isUtf8} from 'node:buffer';
import type {Steps} from '../store/chunked.js';
import {putInto} from './put-into.js';

/** How long a piece may be that is parsed in one go, and that is read in a step. Bytes. */
const piece = 256 * 1024;

/** What is longer and no list or object: a text, a number. Bytes. */
const longestScalar = 4 * 1024 * 1024;

/** So deep lists and objects may stand in each other that are longer than a piece. */
const deepest = 16;

const [quote, backslash, comma] = Buffer.from('"\\,') as unknown as [number, number, number];
const [bracket, brace, bracketEnd, braceEnd] = Buffer.from('[{]}') as unknown as [number, number, number, number];

const isBlank = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9;

/** A list or an object that is too long for one go: what is read of it by now. */
interface Open {
  readonly made: unknown[] | Record<string, unknown>;
  /** The byte that ends it. */
  readonly end: number;
  /** Where it goes in the one around it, where that is an object. */
  readonly key: string;
}

/**
 * Parses JSON as `JSON.parse` does, in steps: that takes ten milliseconds of each mebibyte in one go. Lists and objects that
 * are long are cut between their elements; each piece goes through `JSON.parse`, so that what it comes to is the same to
 * the last bit. (A tokenizer takes five times as long, and loses what is no whole character.)
 * @param bytes UTF-8
 * @param parse for pieces, which are lists and objects
 * @throws SyntaxError where it is no JSON, is no UTF-8, or holds a text of more than 4 MiB
 */
export function* parseInSteps(bytes: Buffer, parse: (text: string) => unknown = JSON.parse): Steps<unknown> {
  if (!isUtf8(bytes)) {
    throw new SyntaxError('it is not UTF-8');
  }
  const reader = new Reader(bytes, parse);
  while (!reader.isDone) {
    reader.read();
    yield;
  }
  return reader.result();
}

class Reader {
  readonly #bytes: Buffer;
  readonly #parse: (text: string) => unknown;
  /** What is around the place that is read; the first is a list of the whole document. */
  readonly #open: Open[] = [{made: [], end: -1, key: ''}];
  #at: number;
  /** Where what is not parsed yet begins. */
  #start: number;
  /** Whether an element must come next, because a comma was before. */
  #needsMore = false;
  /** Whether a comma or an end must come next, because an element that was cut was before. */
  #needsSeparator = false;
  /** Lists and objects around the place, of those that began behind `#start`. */
  #depth = 0;
  /** Where the outermost of them began. */
  #child = 0;
  #isInText = false;
  /** The last text between elements: the key of what comes next. */
  #key: [from: number, to: number] = [0, 0];

  constructor(bytes: Buffer, parse: (text: string) => unknown) {
    this.#bytes = bytes;
    this.#parse = parse;
    this.#at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.#start = this.#at;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  result(): unknown {
    this.#take(this.#bytes.length);
    const [{made}] = this.#open as [Open];
    if (this.#open.length > 1 || this.#depth > 0 || this.#isInText || (made as unknown[]).length !== 1) {
      throw new SyntaxError(`it ends too soon, or holds more than one value`);
    }
    return (made as unknown[])[0];
  }

  /** Reads on for a piece. */
  read(): void {
    const end = Math.min(this.#at + piece, this.#bytes.length);
    while (this.#at < end) {
      const byte = this.#bytes[this.#at]!;
      if (this.#isInText) {
        this.#readInText(byte);
      } else if (byte === quote) {
        this.#isInText = true;
        if (this.#depth === 0) {
          this.#key = [this.#at, this.#at];
        }
      } else if (this.#depth > 0) {
        this.#readInside(byte);
      } else {
        this.#readBetween(byte);
      }
      this.#at += 1;
    }
    if (this.#depth > 0 && this.#at - this.#child > piece) {
      this.#enter();
    } else if (this.#isBehindElement && this.#at - this.#start > piece) {
      this.#take(this.#at);
      this.#needsSeparator = true;
      this.#start = this.#at;
    } else if (this.#depth === 0 && this.#at - this.#start > longestScalar) {
      throw this.#wrong(`it holds a text, or a number, of more than ${longestScalar} bytes`);
    }
  }

  /** Whether what was read of a list last is whole: blanks follow it, which may be many. */
  get #isBehindElement(): boolean {
    return (
      this.#depth === 0 && !this.#isInText && Array.isArray(this.#last.made) && isBlank(this.#bytes[this.#at - 1]!)
    );
  }

  #readInText(byte: number): void {
    if (byte === backslash) {
      this.#at += 1;
    } else if (byte === quote) {
      this.#isInText = false;
      if (this.#depth === 0) {
        this.#key[1] = this.#at + 1;
      }
    }
  }

  #readInside(byte: number): void {
    if (byte === bracket || byte === brace) {
      this.#depth += 1;
    } else if (byte === bracketEnd || byte === braceEnd) {
      this.#depth -= 1;
    }
  }

  #readBetween(byte: number): void {
    if (isBlank(byte)) {
      this.#start += this.#start === this.#at ? 1 : 0;
    } else if (byte === bracketEnd || byte === braceEnd) {
      this.#leave(byte);
    } else if (byte === comma) {
      if (this.#needsSeparator || this.#at - this.#start > piece) {
        this.#take(this.#at);
        this.#needsMore = true;
        this.#start = this.#at + 1;
      }
    } else if (this.#needsSeparator) {
      throw this.#wrong('a comma is missing');
    } else if (byte === bracket || byte === brace) {
      this.#child = this.#at;
      this.#depth = 1;
    }
  }

  /** Goes into the list or object that is being read, because it is too long for one go. */
  #enter(): void {
    if (this.#open.length > deepest) {
      throw this.#wrong(`lists stand in each other more than ${deepest} deep and are too long for that`);
    }
    const isList = this.#bytes[this.#child] === bracket;
    const key = Array.isArray(this.#last.made) ? '' : (JSON.parse(this.#text(...this.#key)) as string);
    this.#needsMore = false;
    this.#add(this.#text(this.#start, this.#child), 'null'); // it stands there until all of it is read
    if (Array.isArray(this.#last.made)) {
      this.#last.made.pop();
    }
    this.#open.push({made: isList ? [] : {}, end: isList ? bracketEnd : braceEnd, key});
    this.#at = this.#child + 1;
    this.#start = this.#at;
    this.#depth = 0;
    this.#isInText = false;
  }

  #leave(byte: number): void {
    const {made, end, key} = this.#last;
    if (byte !== end) {
      throw this.#wrong('what ends here did not begin');
    }
    this.#take(this.#at);
    this.#open.pop();
    putInto(this.#last.made, key, made);
    this.#start = this.#at + 1;
    this.#needsSeparator = true;
  }

  /** Takes the elements up to here. */
  #take(to: number): void {
    const text = this.#text(this.#start, to);
    if (text !== '') {
      this.#add(text);
    } else if (this.#needsMore) {
      throw this.#wrong('a value is missing');
    }
    this.#needsMore = false;
    this.#needsSeparator = false;
  }

  #add(text: string, more = ''): void {
    const {made} = this.#last;
    const parsed = this.#parsed(Array.isArray(made) ? `[${text}${more}]` : `{${text}${more}}`);
    if (Array.isArray(parsed)) {
      for (const element of parsed) {
        putInto(made, '', element);
      }
    } else {
      for (const [key, value] of Object.entries(parsed as object)) {
        putInto(made, key, value);
      }
    }
  }

  #parsed(text: string): unknown {
    try {
      return this.#parse(text);
    } catch (error) {
      // Where in the piece it is says nothing to who sent the whole.
      const [said] = (error as Error).message.split(/ in JSON at position | at position /) as [string];
      throw this.#wrong(said);
    }
  }

  #wrong(what: string): SyntaxError {
    return new SyntaxError(`${what}, behind byte ${this.#start}`);
  }

  get #last(): Open {
    return this.#open.at(-1)!;
  }

  #text(from: number, to: number): string {
    return this.#bytes.toString('utf8', from, to);
  }
}
