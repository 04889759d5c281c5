import {mkdir, readFile, rename, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

/**
 * Creates a value once for all test files of a run, which have their own processes: the first caller creates it, and
 * the others wait. Its folder stays until the run ends.
 * @param make receives the folder and returns a JSON value
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
