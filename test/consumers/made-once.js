import {mkdir, readFile, rename, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

/**
 * Makes something once for all test files of a run, each of which has a process of its own: the first that asks makes
 * it, and the others wait. It is made in a folder that stays until the run has ended.
 * @param make gets the folder, and returns what JSON can hold
 */
export async function madeOnce(name, make) {
  const folder = path.join(process.env.CONSUMERS_FOLDER, name);
  const file = path.join(folder, 'made.json');
  if (await isFirst(folder)) {
    const outcome = await make(folder).then(
      made => ({made}),
      error => ({error: error.message}),
    );
    await writeFile(`${file}.new`, JSON.stringify(outcome));
    await rename(`${file}.new`, file);
  }
  const {made, error} = await read(file);
  if (error !== undefined) {
    throw new Error(error);
  }
  return made;
}

const isFirst = folder =>
  mkdir(folder).then(
    () => true,
    error => {
      if (error.code === 'EEXIST') {
        return false;
      }
      throw error;
    },
  );

async function read(file) {
  for (;;) {
    try {
      return JSON.parse(await readFile(file, 'utf8'));
    } catch (error) {
      if (error.code !== 'ENOENT') {
        throw error;
      }
      await pause(100);
    }
  }
}
