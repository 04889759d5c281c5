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

/** The method that Node calls with the source of a CommonJS module. Its types lack it. */
interface Loading {
  exports: unknown;
  require(id: string): unknown;
  _compile(this: Loading, text: string, file: string, ...more: readonly unknown[]): unknown;
}

type Wrapped = (exports: unknown, require: (id: string) => unknown, module: Loading, file: string, dir: string) => void;

/** By file name: a checksum of the source, the compiled code, and its checksum. */
type Kept = Map<string, {readonly sum: number; readonly code: Buffer; readonly codeSum: number}>;

const {wrap, wrapper, prototype} = Module as unknown as {
  wrap(text: string): string;
  readonly wrapper: readonly [before: string, after: string];
  readonly prototype: Loading;
};

/**
 * Caches compiled code for the next process. Without the cache, a start takes a quarter longer on Node 20, which has no
 * `module.enableCompileCache()`, and exceeds the budget `start`; on Node 22 that function caches fewer functions, and a
 * start takes a seventh longer. The same variable turns both off. An error has the effect of an empty cache.
 * @param folder the modules to cache; they `require` other files only by name
 * @param keptIn a folder that no other user can write to, because its content is executed; created if it is missing
 */
export function keepCode(folder: string, keptIn = usualFolder()): void {
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] || !isOwn(keptIn)) {
    return;
  }
  // V8 rejects code that another version, or one with other flags, has compiled.
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
  // A process that is killed writes its cache too: by then V8 has compiled the functions that a start calls.
  setTimeout(() => cache.write(), writeDelay).unref();
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
    const columnOffset = -wrapper[0].length; // so that stack traces show the columns of the file
    const script = new Script(wrap(text), {filename: file, columnOffset, ...(cachedData && {cachedData})});
    if (script.cachedDataRejected !== false) {
      this.#made.set(key, {sum, script});
    }
    return script;
  }

  /** Includes the functions that V8 has compiled by now. */
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
        this.#kept.delete(key); // from an older build
      }
    }
    writeKept(this.#file, this.#kept);
    removeOldest(path.dirname(this.#file));
  }
}

/** Caches to keep, one for each installation, version of Node and set of flags. Each takes up to 3 MB. */
const maxCaches = 10;

/** Milliseconds. A start takes much less. */
const writeDelay = 1000;

const usualFolder = () => path.join(tmpdir(), `crm-sandbox-code-${process.getuid?.() ?? 'of-user'}`);

/** Creates the folder if it is missing. @returns whether only this user can write to it */
function isOwn(folder: string): boolean {
  try {
    mkdirSync(folder, {recursive: true, mode: 0o700});
    const {uid, mode} = lstatSync(folder);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
  } catch {
    return false;
  }
}

/** Bytes of the length of the head. The head lists the entries that follow it. */
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

/** Writes atomically, because another process may write at the same time. */
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
    // The next start is a little slower.
  }
}

function removeOldest(folder: string): void {
  try {
    const files = readdirSync(folder).map(name => path.join(folder, name));
    const byAge = files.map(file => ({file, at: statSync(file).mtimeMs})).sort((a, b) => b.at - a.at);
    for (const {file} of byAge.slice(maxCaches)) {
      rmSync(file);
    }
  } catch {
    // Another process removes them at the same time.
  }
}
