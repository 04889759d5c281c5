import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import Module from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import {Script} from 'node:vm';
import {crc32} from 'node:zlib';

/** What Node calls with the text of a module that is not an ES module; it is not in its types. */
interface Loading {
  exports: unknown;
  require(id: string): unknown;
  _compile(this: Loading, text: string, file: string, ...more: readonly unknown[]): unknown;
}

type Wrapped = (exports: unknown, require: (id: string) => unknown, module: Loading, file: string, dir: string) => void;

/** By the name of the file: a checksum of its text, what V8 made of that, and a checksum of this. */
type Kept = Map<string, {readonly sum: number; readonly code: Buffer; readonly codeSum: number}>;

const {wrap, wrapper, prototype} = Module as unknown as {
  wrap(text: string): string;
  readonly wrapper: readonly [before: string, after: string];
  readonly prototype: Loading;
};

/**
 * Keeps what V8 makes of the code, for the next process. `module.enableCompileCache()` does so too, from Node 22 on, but
 * what it keeps of functions is less: with this a start takes a seventh less there, and a fifth less on Node 20. The same
 * variable turns it off. All that fails here is as if nothing were kept. Bench: `start`.
 * @param folder of the modules that it is kept of, which `require` nothing by more than its name
 * @param keptIn a folder that no other user can write to, as what is in there runs; made where it is not there
 */
export function keepCode(folder: string, keptIn = usualFolder()): void {
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] || !isOwn(keptIn)) {
    return;
  }
  // Of another V8, or of one with other flags, it would be refused.
  const name = `${process.version}-${process.arch}-${v8.cachedDataVersionTag()}-${crc32(folder)}`;
  const cache = new CodeCache(folder, path.join(keptIn, name));
  const compile = prototype._compile;
  prototype._compile = function (text, file, ...more) {
    if (path.dirname(file) !== folder) {
      return compile.call(this, text, file, ...more);
    }
    const run = cache.compile(text, file).runInThisContext() as Wrapped;
    return run.call(this.exports, this.exports, id => this.require(id), this, file, folder);
  };
  process.once('exit', () => cache.write());
  // One that is killed leaves it as well: by then V8 has made what a start calls.
  setTimeout(() => cache.write(), patience).unref();
}

class CodeCache {
  readonly #folder: string;
  readonly #file: string;
  readonly #kept: Kept;
  readonly #made = new Map<string, {readonly sum: number; readonly script: Script}>();

  constructor(folder: string, file: string) {
    this.#folder = folder;
    this.#file = file;
    this.#kept = readKept(file);
  }

  compile(text: string, file: string): Script {
    const [key, sum] = [path.basename(file), crc32(text)];
    const known = this.#kept.get(key);
    const cachedData = known?.sum === sum && crc32(known.code) === known.codeSum ? known.code : undefined;
    const columnOffset = -wrapper[0].length; // a stack trace tells of the file as it is
    const script = new Script(wrap(text), {filename: file, columnOffset, ...(cachedData && {cachedData})});
    if (script.cachedDataRejected !== false) {
      this.#made.set(key, {sum, script});
    }
    return script;
  }

  /** Functions that were called by now are kept with the rest. */
  write(): void {
    if (this.#made.size === 0) {
      return;
    }
    for (const [key, {sum, script}] of this.#made) {
      const code = script.createCachedData();
      this.#kept.set(key, {sum, code, codeSum: crc32(code)});
    }
    this.#made.clear();
    for (const key of this.#kept.keys()) {
      if (!existsSync(path.join(this.#folder, key))) {
        this.#kept.delete(key); // of an older build
      }
    }
    writeKept(this.#file, this.#kept);
    forgetOldest(path.dirname(this.#file));
  }
}

/** So many are kept, of installations, kinds of Node and flags: each takes up to 3 MB. */
const mostKept = 10;

/** A start has long answered by then. Milliseconds. */
const patience = 1000;

const usualFolder = () => path.join(tmpdir(), `crm-sandbox-code-${process.getuid?.() ?? 'of-user'}`);

/** Makes a folder where there is none. @returns whether nobody else can write to it */
function isOwn(folder: string): boolean {
  try {
    mkdirSync(folder, {recursive: true, mode: 0o700});
    const {uid, mode} = lstatSync(folder);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
  } catch {
    return false;
  }
}

/** How many bytes the length of the head takes, which lists what stands behind it. */
const headAt = 4;

function readKept(file: string): Kept {
  try {
    const bytes = readFileSync(file);
    const end = headAt + bytes.readUInt32LE();
    let from = end;
    const head = JSON.parse(bytes.toString('utf8', headAt, end)) as ReadonlyArray<[string, number, number, number]>;
    return new Map(
      head.map(([key, sum, length, codeSum]) => {
        const code = bytes.subarray(from, from + length);
        from += length;
        return [key, {sum, code, codeSum}];
      }),
    );
  } catch {
    return new Map();
  }
}

/** Whole or not at all: another process may do the same now. */
function writeKept(file: string, kept: Kept): void {
  const head = Buffer.from(
    JSON.stringify(Array.from(kept, ([key, {sum, code, codeSum}]) => [key, sum, code.length, codeSum])),
  );
  const length = Buffer.alloc(headAt);
  length.writeUInt32LE(head.length);
  try {
    const made = `${file}.${process.pid}`;
    writeFileSync(made, Buffer.concat([length, head, ...Array.from(kept.values(), ({code}) => code)]), {mode: 0o600});
    renameSync(made, file);
  } catch {
    // It is a little slower without.
  }
}

/** Takes away what was written longest ago, where there is too much: who misses it makes it anew. */
function forgetOldest(folder: string): void {
  try {
    const files = readdirSync(folder).map(name => path.join(folder, name));
    const byAge = files.map(file => ({file, at: statSync(file).mtimeMs})).sort((a, b) => b.at - a.at);
    for (const {file} of byAge.slice(mostKept)) {
      rmSync(file);
    }
  } catch {
    // Another process does the same now.
  }
}
