import {readFileSync} from 'node:fs';

/** The folder of the package. The compiled code and the bundle are at the same depth in it. */
export const packageFolder = new URL('../..', import.meta.url);

const manifest = new URL('package.json', packageFolder);

export const {version} = JSON.parse(readFileSync(manifest, 'utf8')) as {readonly version: string};
