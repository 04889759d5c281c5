import {mkdirSync, readdirSync, statSync} from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its parents. Node's own `recursive` never ends below a folder that accepts none, such as
 * `/proc`.
 * @throws the system's own error
 */
export function makeFolder(folder: string): void {
  const absolute = path.resolve(folder);
  const found = statSync(absolute, {throwIfNoEntry: false});
  if (found === undefined) {
    makeFolder(path.dirname(absolute));
    mkdirSync(absolute);
  } else if (!found.isDirectory()) {
    readdirSync(absolute); // throws ENOTDIR
  }
}
