import {readdirSync, readFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {packageFolder} from '../../src/version.js';

const folder = new URL('dist/console/', packageFolder);
const files = new Map(readdirSync(folder).map(name => [name, readFileSync(new URL(name, folder))]));
const served = [...files.keys()].filter(name => name !== 'LICENSES.txt');

/** Returns the files that a browser loads for a script: the script and its static imports. */
function scriptsOf(name: string, found = new Set<string>()): Set<string> {
  if (!found.has(name)) {
    found.add(name);
    for (const [, other] of files
      .get(name)!
      .toString()
      .matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
      scriptsOf(other!, found);
    }
  }
  return found;
}

const sizeOf = (names: Iterable<string>): number =>
  Array.from(names, name => gzipSync(files.get(name)!, {level: 9}).length).reduce((sum, size) => sum + size, 0);

test('gzipped, the first view of the console is at most 45 kB, and all views are at most 85 kB', t => {
  const first = ['app.css', 'favicon.svg', 'index.html', ...scriptsOf('app.js')];
  t.true(first.length > 4, 'the script must have static imports');
  t.true(sizeOf(first) <= 45_000, `${sizeOf(first)} bytes`);
  t.true(served.length > first.length, 'other views must be separate chunks');
  t.true(sizeOf(served) <= 85_000, `${sizeOf(served)} bytes`);
  t.true(served.every(name => first.includes(name) || name.endsWith('.js')));
});

test('the console complies with its content security policy, and never inserts HTML from data', t => {
  const page = files.get('index.html')!.toString();
  t.notRegex(page, /<script(?![^>]* src=)|<style|style=| on\w+=/);
  t.notRegex(page, /(?:src|href)="(?!\/_sandbox\/ui\/)/);
  const sources = readdirSync(new URL('src/pages/console/', packageFolder), {recursive: true, encoding: 'utf8'});
  const code = sources.filter(name => /\.tsx?$/.test(name));
  t.true(code.length > 30);
  const unsafe = code.filter(name =>
    /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|\beval\(|new Function|document\.write/.test(
      readFileSync(new URL(`src/pages/console/${name}`, packageFolder), 'utf8'),
    ),
  );
  t.deepEqual(unsafe, []);
});

test('the console includes the licences of its dependencies', t => {
  const licences = files.get('LICENSES.txt')!.toString();
  for (const name of ['preact', '@preact/signals', '@preact/signals-core']) {
    t.regex(licences, new RegExp(`^${name} \\d`, 'm'));
  }
});
