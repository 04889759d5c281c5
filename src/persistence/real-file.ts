import {fstatSync, readlinkSync, realpathSync, statSync} from 'node:fs';
import path from 'node:path';

/** The limit of operating systems. */
const maxLinks = 40;

/**
 * Resolves all symbolic links of a file; it need not exist. Replacing a file by its link's name would replace the link,
 * and locks on two names of one file would not exclude each other.
 * @throws a system error, such as for a missing folder or circular links
 */
export function realFile(file: string): string {
  let [folder, name] = [path.dirname(path.resolve(file)), path.basename(file)];
  for (let links = 0; links <= maxLinks; links++) {
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

/** @throws a system error that names the requested file instead of its folder */
function realFolder(folder: string, file: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    throw Object.assign(error as Error, {path: file});
  }
}

/** @returns undefined if there is no link of this name */
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

/** False if an open file or its folder was removed or replaced: data written to it would be lost. */
export function isStillAt(name: string, descriptor: number): boolean {
  const named = statSync(name, {bigint: true, throwIfNoEntry: false});
  const open = fstatSync(descriptor, {bigint: true});
  return named !== undefined && named.ino === open.ino && named.dev === open.dev;
}
