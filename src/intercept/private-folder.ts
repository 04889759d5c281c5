import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

const folders = new Set<string>();

process.on('exit', () => folders.forEach(removeFolder));

/**
 * Creates a temporary folder that no other user can read. It is removed when the process exits, but not if it is
 * killed, so it holds only certificates, never a private key.
 * @throws the system's own error
 */
export function makePrivateFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'crm-sandbox-ca-'));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  folders.delete(folder);
  try {
    rmSync(folder, {recursive: true, force: true});
  } catch {} // On Windows, a file that another process has open cannot be removed.
}

/** Writes a file to such a folder. @returns its path */
export function writePrivately(folder: string, name: string, content: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), {recursive: true, mode: 0o700});
  writeFileSync(file, content, {mode: 0o600});
  return file;
}
