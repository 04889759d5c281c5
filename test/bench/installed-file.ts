import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {root} from '../support/pages.js';

/**
 * The path of a file that others made, which is installed if it is not: each such folder has a package.json of its own,
 * so that nobody who only works on the sandbox installs what is in it.
 * @param folder `client`, which sends requests, or `peers`, which the sandbox is measured against
 */
export function installedFile(folder: 'client' | 'peers', file: string): string {
  const home = path.join(root, 'test/bench', folder);
  execFileSync(process.execPath, [path.join(root, 'tools/install-apart.js'), home], {stdio: ['ignore', 2, 2]});
  return path.join(home, 'node_modules', file);
}
