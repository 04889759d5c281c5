import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {root} from '../../support/pages.js';

/** Has a package.json of its own, so that nobody who only works on the sandbox installs what is in it. */
const folder = path.join(root, 'test/bench/peers');

/** The path of a file of one of the peers, which are installed if they are not. */
export function peerFile(file: string): string {
  const modules = path.join(folder, 'node_modules');
  if (!existsSync(path.join(modules, '.package-lock.json'))) {
    execFileSync('npm', ['ci', '--prefix', folder], {stdio: ['ignore', 'ignore', 'inherit']});
  }
  return path.join(modules, file);
}
