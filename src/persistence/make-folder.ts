import {existsSync, mkdirSync} from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and those above it. Node's own `recursive` never ends below a folder that accepts none, such as
 * `/proc`.
 * @throws the system's own error
 */
export function makeFolder(folder: string): void {
  const absolute = path.resolve(folder);
  if (!existsSync(absolute)) {
    makeFolder(path.dirname(absolute));
    try {
      mkdirSync(absolute);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error; // unless another process was faster
      }
    }
  }
}
