import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {servedDocument} from '../../src/openapi/served-document.js';
import {catalog} from '../../src/resources/index.js';
import {apiTypes} from '../../tools/declarations/api-types.js';
import {root} from '../support/pages.js';

/** Type-checks a program that imports the declarations of the package, and returns the compiler's output. */
function compile(program: string): string {
  const compiler = path.join(path.dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');
  const folder = mkdtempSync(path.join(root, 'dist/api-types-'));
  const options = ['--noEmit', '--strict', '--ignoreConfig', '--types', '', '--module', 'nodenext', 'program.ts'];
  writeFileSync(path.join(folder, 'program.ts'), program);
  try {
    return execFileSync(process.execPath, [compiler, ...options], {cwd: folder, encoding: 'utf8'});
  } catch (error) {
    return (error as {stdout: string}).stdout;
  } finally {
    rmSync(folder, {recursive: true});
  }
}

test('the package declarations include the types of the OpenAPI document, and compile on their own', t => {
  const types = apiTypes(servedDocument(catalog).documentAt('/').components.schemas);
  t.true(readFileSync(`${root}dist/bundle/index.d.cts`, 'utf8').includes(types));
  const names = Array.from(types.matchAll(/^export interface (\w+)/gm), ([, name]) => name!);
  t.true(names.includes('Constituent') && names.includes('GiftCreate') && names.length > 80, `${names.length} types`);

  const program = `import type {${names.join(', ')}} from '../bundle/index.js';
export type All = [${names.map(name => (name === 'Page' ? 'Page<Fund>' : name)).join(', ')}];
export const fund: Fund['name'] = 'Annual';
`;
  t.is(compile(program), '');
  t.regex(
    compile(`${program}export const wrong: Fund['name'] = 1;\n`),
    /error TS2322/,
    'the compiler reports a type error',
  );
});

test('a schema becomes an interface with optional and nullable fields, arrays, enums and references', t => {
  const text = apiTypes({
    Book: {
      type: 'object',
      required: ['id', 'pages'],
      properties: {
        id: {type: 'integer', description: 'Its id.'},
        title: {type: ['string', 'null']},
        pages: {type: 'array', items: {$ref: '#/components/schemas/Page'}},
        sizes: {type: 'array', items: {type: ['number', 'null']}},
        kind: {enum: ['novel', "poet's"]},
        owner: {anyOf: [{$ref: '#/components/schemas/Person'}, {type: 'null'}]},
      },
    },
    BookPage: {type: 'object', properties: {}},
  });
  t.true(
    text.includes(`export interface Book {
  /** Its id. */
  id: number;
  title?: string | null;
  pages: Page[];
  sizes?: Array<number | null>;
  kind?: 'novel' | "poet's";
  owner?: Person | null;
}`),
    text,
  );
  t.false(text.includes('BookPage'), 'no interfaces are written for pages');
});
