/**
 * Installs what a folder with a package.json and a lockfile of its own asks for, unless that is there already:
 * `node tools/install-apart.js tools/check`. What only some commands need is in such folders, so that `npm install`
 * fetches it for nobody else.
 */
import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
const stampFile = path.join(folder, 'node_modules/.installed');
const lockfile = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');

function installed() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

if (installed() !== lockfile) {
  // On Windows npm is a batch file, which only a shell runs. Its output goes where errors do: those who call this print reports.
  const {status} = spawnSync(`npm ci --prefix "${folder}"`, {shell: true, stdio: ['ignore', 2, 2]});
  if (status !== 0) {
    process.exit(status ?? 1);
  }
  writeFileSync(stampFile, lockfile);
}
