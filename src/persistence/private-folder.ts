import fs from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

/** The path of a folder in the system's temporary folder, with a name for this user. */
export const privatePath = (name: string): string =>
  path.join(tmpdir(), `crm-sandbox-${name}-${process.getuid?.() ?? 'of-user'}`);

/** Creates the folder if it is missing. @returns true if only this user can read it and write to it */
export function isPrivate(folder: string): boolean {
  try {
    fs.mkdirSync(folder, {recursive: true, mode: 0o700});
    const {uid, mode} = fs.lstatSync(folder);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
  } catch {
    return false;
  }
}

/**
 * Writes a file in a private folder atomically, because other processes may write at the same time, and removes the
 * oldest files. A full disk has no effect: the files are only for convenience.
 */
export function writePrivate(file: string, content: string | Buffer, maxFiles: number): void {
  try {
    const written = `${file}.${process.pid}`;
    fs.writeFileSync(written, content, {mode: 0o600});
    fs.renameSync(written, file);
    const files = fs.readdirSync(path.dirname(file)).map(name => path.join(path.dirname(file), name));
    const byAge = files.map(file => ({file, at: fs.statSync(file).mtimeMs})).sort((a, b) => b.at - a.at);
    for (const {file} of byAge.slice(maxFiles)) {
      fs.rmSync(file);
    }
  } catch {}
}
