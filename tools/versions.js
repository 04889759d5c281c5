/**
 * `npm run versions` copies the version of package.json to the other files that contain it. With `--check` it changes
 * nothing, and fails if a file has another version.
 */
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

/** The text before a version, by file. */
const places = {
  'action.yml': /(?<=description: Version of crm-sandbox\n {4}default: ")[^"\n]+/g,
  'compose.yaml': /(?<=image: crm-sandbox:)\S+/g,
  Dockerfile: /(?<=image\.version=")[^"\n]+/g,
  'docs/recipes/ci.md': /(?<=crm-sandbox@v?)\d[\w.-]*/g,
  'docs/recipes/docker.md': /(?<=crm-sandbox@v?)\d[\w.-]*/g,
};

/**
 * Copies the version to each file.
 * @returns the files that had another version @throws if a file has no version at the expected place
 */
export async function copyVersion(root, isCheck) {
  const {version} = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const changed = [];
  for (const [file, place] of Object.entries(places)) {
    const text = await readFile(path.join(root, file), 'utf8');
    const found = text.match(place);
    if (found === null) {
      throw new Error(`${file} names no version where tools/versions.js looks for it`);
    }
    if (found.some(one => one !== version)) {
      changed.push(file);
      await (isCheck || writeFile(path.join(root, file), text.replaceAll(place, version)));
    }
  }
  return changed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isCheck = process.argv.includes('--check');
  const changed = await copyVersion(fileURLToPath(new URL('..', import.meta.url)), isCheck);
  const verb = isCheck ? 'another version than package.json' : 'the version of package.json now';
  process.stdout.write(changed.map(file => `${file} has ${verb}\n`).join('') || 'Every file has the version\n');
  process.exitCode = isCheck && changed.length > 0 ? 1 : 0;
}
