import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';

/** Calls `work` with a folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'crm-sandbox-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
