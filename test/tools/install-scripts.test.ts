import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {root} from '../support/pages.js';

const readJson = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

test('install scripts of all dependencies are disabled', t => {
  const packages: Record<string, {hasInstallScript?: true; optional?: true}> = readJson('package-lock.json').packages;
  const {allowScripts} = readJson('package.json');
  const scripts = Object.keys(packages).filter(folder => packages[folder]!.hasInstallScript);
  t.deepEqual(
    scripts.filter(folder => allowScripts[folder.replace('node_modules/', '')] !== false),
    [],
  );
  t.deepEqual(Object.keys(readJson('tools/nothing/package.json')).sort(), [
    'description',
    'name',
    'private',
    'version',
  ]);
});
