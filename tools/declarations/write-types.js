import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

/**
 * Writes the types of the library into one file, for `require`: the exports of `index.d.ts`, the types that they use, and
 * the generated types. The file for `import` exports the same, as its code does. It throws if a type uses one of another
 * package, because users do not install those.
 * @param entry `dist/src/index.d.ts`
 * @param generated exported declarations that import nothing
 * @param target without its extension
 */
export function writeTypes(entry, generated, target) {
  const generatedNames = Array.from(generated.matchAll(/^export (?:interface|type) (\w+)/gm), ([, name]) => name);
  const collector = new Collector(new Set(generatedNames));
  const exported = collector.exportsOf(entry);
  for (const {file, name} of exported.values()) {
    collector.include(file, name);
  }
  const names = new Set(Array.from(exported.values(), ({name}) => name));
  const declared = [...collector.included].map(([name, text]) => (names.has(name) ? exportedAs(text) : text));
  // Without the last line, TypeScript would export all of them.
  const text = `${declared.join('\n')}\n${generated}export {};\n`;
  writeFileSync(`${target}.d.cts`, text);
  writeFileSync(`${target}.d.ts`, `export * from './${path.basename(target)}.cjs';\n`);
}

const exportedAs = text => text.replace(/^((?:\/\*\*.*?\*\/\n)?)/s, '$1export ');

class Collector {
  /** The text of each declaration by name, in the order of first use. */
  included = new Map();
  #generated;
  #origins = new Map();
  #modules = new Map();

  /** @param generated names of types that need not be collected */
  constructor(generated) {
    this.#generated = generated;
  }

  /** The names that a module re-exports, each with the file that declares it. */
  exportsOf(file) {
    const found = new Map();
    for (const {names, from} of this.#read(file).reexports) {
      for (const name of names) {
        found.set(name, {file: resolved(file, from), name});
      }
    }
    return found;
  }

  /** Includes a declaration and, recursively, every declaration that it names. */
  include(file, name) {
    if (this.#generated.has(name)) {
      if (path.basename(file) !== 'catalog-names.d.ts') {
        throw new Error(`types: ${name} is declared in ${file} and generated from the catalog`);
      }
      return;
    }
    const {declared, imported} = this.#read(file);
    const text = declared.get(name);
    if (text === undefined) {
      throw new Error(`types: ${file} declares no ${name}`);
    }
    if (this.#origins.has(name)) {
      if (this.#origins.get(name) !== file) {
        throw new Error(`types: ${name} is declared in ${this.#origins.get(name)} and in ${file}`);
      }
      return;
    }
    this.#origins.set(name, file);
    this.included.set(name, text);
    for (const used of new Set(codeOf(text).match(/[A-Za-z_$][\w$]*/g))) {
      if (declared.has(used)) {
        this.include(file, used);
      } else if (imported.has(used)) {
        const from = imported.get(used);
        if (!from.startsWith('.')) {
          throw new Error(
            `types: ${name} in ${file} is made of ${used}, which users of the package do not have: ${from}`,
          );
        }
        this.include(resolved(file, from), used);
      }
    }
  }

  #read(file) {
    if (!this.#modules.has(file)) {
      this.#modules.set(file, readModule(readFileSync(file, 'utf8')));
    }
    return this.#modules.get(file);
  }
}

const resolved = (file, from) => path.join(path.dirname(file), from.replace(/\.js$/, '.d.ts'));

/** Removes comments, string literals and field names, which do not refer to types. */
const codeOf = text =>
  text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/'[^'\n]*'|"[^"\n]*"/g, "''")
    .replaceAll(/\b\w+(?=\??:)/g, '');

/** Splits a declaration file into statements. The compiler starts each one at the start of a line. */
function readModule(source) {
  const declared = new Map();
  const imported = new Map();
  const reexports = [];
  let statement = '';
  for (const lines of source.trimEnd().split(/\n(?=(?:export|import|declare|interface|type)\b|\/\*\*)/)) {
    statement += lines;
    // A comment precedes a statement, or is inside one.
    if (/[;}]\s*$/.test(statement) || /^\/\*\*.*\*\/$/s.test(statement)) {
      readStatement(statement, {declared, imported, reexports});
      statement = '';
    } else {
      statement += '\n';
    }
  }
  return {declared: withComments(declared), imported, reexports};
}

function readStatement(statement, {declared, imported, reexports}) {
  const [, namespace, whole] = /^import(?: type)? \* as ([\w$]+) from '([^']+)';/.exec(statement) ?? [];
  if (namespace !== undefined) {
    imported.set(namespace, whole);
    return;
  }
  const [, list, from] = /^(?:import|export)(?: type)? (\{[^}]*\}) from '([^']+)';/.exec(statement) ?? [];
  if (from !== undefined) {
    const names = list.match(/\b(?!type\b)[\w$]+/g) ?? [];
    if (statement.startsWith('export')) {
      reexports.push({names, from});
    } else {
      for (const name of names) {
        imported.set(name, from);
      }
    }
    return;
  }
  const name = /^(?:export )?(?:declare )?(?:interface|type|const|function|class) ([\w$]+)/.exec(statement)?.[1];
  declared.set(name ?? `comment ${declared.size}`, statement.replace(/^export /, ''));
}

/** Attaches each comment to the statement that follows it. */
function withComments(statements) {
  const found = new Map();
  let comment = '';
  for (const [name, text] of statements) {
    if (name.startsWith('comment ')) {
      comment = text.startsWith('/**') ? `${text}\n` : '';
    } else {
      found.set(name, comment + text);
      comment = '';
    }
  }
  return found;
}
