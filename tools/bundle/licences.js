import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';

/** The licences of all packages in folders, relative to the root. */
export async function licences(root, folders) {
  const texts = await Promise.all(
    [...folders].sort().map(async name => {
      const folder = path.join(root, name);
      const {
        name: packageName,
        version,
        license,
      } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
      const file = (await readdir(folder)).find(entry => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? `${license}\n` : await readFile(path.join(folder, file), 'utf8');
      return `${packageName} ${version}\n\n${text}`;
    }),
  );
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** The folders of the packages that contain the files. */
export const foldersOf = files => [
  ...new Set(files.flatMap(file => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])),
];
