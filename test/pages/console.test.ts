import {readdirSync, readFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {packageFolder} from '../../src/version.js';

const folder = new URL('dist/console/', packageFolder);
const files = new Map(readdirSync(folder).map(name => [name, readFileSync(new URL(name, folder))]));
const shown = [...files.keys()].filter(name => name !== 'LICENSES.txt');

test('the console is at most 40 kB gzipped, in all', t => {
  t.deepEqual(shown.sort(), ['app.css', 'app.js', 'favicon.svg', 'index.html']);
  const size = shown.reduce((sum, name) => sum + gzipSync(files.get(name)!, {level: 9}).length, 0);
  t.true(size <= 40_000, `${size} bytes`);
});

test('the console has nothing in it that its policy forbids, and no markup from data', t => {
  const page = files.get('index.html')!.toString();
  t.notRegex(page, /<script(?![^>]* src=)|<style|style=| on\w+=/);
  t.notRegex(page, /(?:src|href)="(?!\/_sandbox\/ui\/)/);
  const sources = readdirSync(new URL('src/pages/console/', packageFolder), {recursive: true, encoding: 'utf8'});
  const code = sources.filter(name => /\.tsx?$/.test(name));
  t.true(code.length > 30);
  const written = code.filter(name =>
    /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|\beval\(|new Function|document\.write/.test(
      readFileSync(new URL(`src/pages/console/${name}`, packageFolder), 'utf8'),
    ),
  );
  t.deepEqual(written, []);
});

test('the console comes with the licences of what is in it', t => {
  const licences = files.get('LICENSES.txt')!.toString();
  for (const name of ['preact', '@preact/signals', '@preact/signals-core']) {
    t.regex(licences, new RegExp(`^${name} \\d`, 'm'));
  }
});
