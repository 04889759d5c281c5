import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {isPrivate, privatePath, writePrivate} from '../persistence/private-folder.js';

/** Maximum number of pages, one per working folder. */
const maxPages = 20;

/** @returns undefined if another user has access to the folder */
function fileOf(folder: string): string | undefined {
  const kept = privatePath('checks');
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return isPrivate(kept) ? path.join(kept, `${name}.html`) : undefined;
}

/**
 * Stores the page of a check for a sandbox's console in the same working folder, because the check's own process has
 * ended by then.
 */
export function keepCheckPage(page: string): void {
  const file = fileOf(process.cwd());
  if (file !== undefined) {
    writePrivate(file, page, maxPages);
  }
}

/** The page of the last check in the working folder; undefined if there is none. */
export async function readCheckPage(): Promise<string | undefined> {
  const file = fileOf(process.cwd());
  return file && (await readFile(file, 'utf8').catch(() => undefined));
}
