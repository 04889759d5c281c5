import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

const folders = new Set<PrivateFolder>();

process.on('exit', () => {
  for (const folder of folders) {
    folder.remove();
  }
});

/**
 * A temporary folder that no other user can read. It is removed when the process exits, but not if it is killed, so it
 * holds only certificates, never a private key.
 */
export class PrivateFolder {
  readonly #path: string;

  /** @throws the system's own error */
  constructor(parent = tmpdir()) {
    this.#path = mkdtempSync(path.join(parent, 'crm-sandbox-ca-'));
    folders.add(this);
  }

  /** @returns the path of the file */
  write(name: string, content: string): string {
    return writePrivately(this.#path, name, content);
  }

  remove(): void {
    folders.delete(this);
    try {
      rmSync(this.#path, {recursive: true, force: true});
    } catch {} // On Windows, a file that another process has open cannot be removed.
  }
}

/** Writes a file to such a folder. @returns its path */
export function writePrivately(folder: string, name: string, content: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), {recursive: true, mode: 0o700});
  writeFileSync(file, content, {mode: 0o600});
  return file;
}
