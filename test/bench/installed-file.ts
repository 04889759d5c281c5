import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {root} from '../support/pages.js';

/**
 * Returns the path of a file of a third-party package, and installs the package if necessary. Each folder has its own
 * package.json, so that work on the sandbox does not require these packages.
 * @param folder `client` for the load generator, or `peers` for the servers that the sandbox is compared with
 */
export function installedFile(folder: 'client' | 'peers', file: string): string {
  const home = path.join(root, 'test/bench', folder);
  execFileSync(process.execPath, [path.join(root, 'tools/install-apart.js'), home], {stdio: ['ignore', 2, 2]});
  return path.join(home, 'node_modules', file);
}
