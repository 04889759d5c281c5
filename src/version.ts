import {readFileSync} from 'node:fs';

/** The folder of the package: as far above the compiled code as it is above the bundle. */
export const packageFolder = new URL('../..', import.meta.url);

const manifest = new URL('package.json', packageFolder);

export const {version} = JSON.parse(readFileSync(manifest, 'utf8')) as {readonly version: string};
