/**
 * Installs the packages of a folder with its own package.json and lockfile, unless they are already installed:
 * `node tools/install-apart.js tools/check`. Packages that only some commands need are in such folders, so that
 * `npm install` does not fetch them.
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
  // On Windows npm is a batch file, which needs a shell. Its output goes to stderr, because callers report on stdout.
  const {status} = spawnSync(`npm ci --prefix "${folder}"`, {shell: true, stdio: ['ignore', 2, 2]});
  if (status !== 0) {
    process.exit(status ?? 1);
  }
  writeFileSync(stampFile, lockfile);
}
