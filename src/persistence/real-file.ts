import {readlinkSync, realpathSync} from 'node:fs';
import path from 'node:path';

/** As many as a system follows. */
const mostLinks = 40;

/**
 * Where a file really is, behind all symbolic links; it need not be there yet. What replaces a file by its link's name
 * would replace the link, and two names of one file would be two files to who locks it.
 * @throws the system's own error, such as for a folder that is not there or links that go in a circle
 */
export function realFile(file: string): string {
  let [folder, name] = [path.dirname(path.resolve(file)), path.basename(file)];
  for (let links = 0; links <= mostLinks; links++) {
    const real = path.join(realFolder(folder, file), name);
    const target = linkAt(real);
    if (target === undefined) {
      return real;
    }
    const next = path.resolve(path.dirname(real), target);
    [folder, name] = [path.dirname(next), path.basename(next)];
  }
  throw Object.assign(new Error(`ELOOP: too many symbolic links, open '${file}'`), {code: 'ELOOP', path: file});
}

/** @throws the system's own error, of the file that is asked for and not of its folder */
function realFolder(folder: string, file: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    throw Object.assign(error as Error, {path: file});
  }
}

/** @returns undefined where there is no link of this name */
function linkAt(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch (error) {
    if (['EINVAL', 'ENOENT', 'UNKNOWN'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      return undefined;
    }
    throw error;
  }
}
