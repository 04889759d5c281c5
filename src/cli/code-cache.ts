import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import v8 from 'node:v8';
import {Script} from 'node:vm';
import {crc32} from 'node:zlib';
import {isPrivate, privatePath, writePrivate} from '../persistence/private-folder.js';

/** The method that Node calls with the source of a CommonJS module. Its types omit it. */
interface Loading {
  exports: unknown;
  require(id: string): unknown;
  _compile(this: Loading, text: string, file: string, ...more: readonly unknown[]): unknown;
}

type Wrapped = (exports: unknown, require: (id: string) => unknown, module: Loading, file: string, dir: string) => void;

/** Compiled code by file name. The checksum covers the source and the code. */
type Kept = Map<string, {readonly code: Buffer; readonly sum: number}>;

const sumOf = (source: string, code: Buffer) => crc32(code, crc32(source));

const {wrap, wrapper, prototype} = Module as unknown as {
  wrap(text: string): string;
  readonly wrapper: readonly [before: string, after: string];
  readonly prototype: Loading;
};

/**
 * Caches compiled code for the next process. Without the cache, startup takes a quarter longer on Node 20, which has no
 * `module.enableCompileCache()`, and exceeds the budget `start`; on Node 22 that function caches fewer functions, and
 * startup takes a seventh longer. The same variable disables both. After an error, the cache is empty.
 * @param folder the modules to cache; they `require` other files only by name
 * @param keptIn a folder that no other user can write to, because its content is executed; created if it is missing
 */
export function keepCode(folder: string, keptIn = privatePath('code')): void {
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] || !isPrivate(keptIn)) {
    return;
  }
  // V8 rejects code that was compiled by another version or with other flags.
  const name = `${process.version}-${process.arch}-${v8.cachedDataVersionTag()}-${crc32(folder)}`;
  const cacheFile = path.join(keptIn, name);
  const kept = readKept(cacheFile);
  const made = new Map<string, {readonly source: string; readonly script: Script}>();
  const compile = prototype._compile;
  prototype._compile = function (source, file, ...more) {
    if (path.dirname(file) !== folder) {
      return compile.call(this, source, file, ...more);
    }
    const script = scriptOf(source, file, kept.get(path.basename(file)));
    if (script.cachedDataRejected !== false) {
      made.set(path.basename(file), {source, script});
    }
    const run = script.runInThisContext() as Wrapped;
    return run.call(this.exports, this.exports, id => this.require(id), this, file, folder);
  };
  const write = () => {
    for (const [name, {source, script}] of made) {
      const code = script.createCachedData(); // includes the functions that V8 has compiled by now
      kept.set(name, {code, sum: sumOf(source, code)});
    }
    if (made.size > 0) {
      made.clear();
      writePrivate(cacheFile, v8.serialize(kept), maxCaches);
    }
  };
  process.once('exit', write);
  // Written early, so that a killed process saves its cache too: by then V8 has compiled the functions of a startup.
  setTimeout(write, writeDelay).unref();
}

function scriptOf(source: string, filename: string, known: ReturnType<Kept['get']>): Script {
  const cachedData = known && sumOf(source, known.code) === known.sum ? known.code : undefined;
  const columnOffset = -wrapper[0].length; // so that stack traces show the columns of the file
  return new Script(wrap(source), {filename, columnOffset, ...(cachedData && {cachedData})});
}

/** Maximum number of caches: one per installation, version of Node and set of flags. Each takes up to 3 MB. */
const maxCaches = 10;

/** Milliseconds. Startup takes much less. */
const writeDelay = 1000;

function readKept(file: string): Kept {
  try {
    const kept = v8.deserialize(fs.readFileSync(file)) as Kept;
    return new Map([...kept].filter(([, {code}]) => Buffer.isBuffer(code))); // a damaged file may contain anything
  } catch {
    return new Map();
  }
}
