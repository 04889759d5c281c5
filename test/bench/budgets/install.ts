import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {root} from '../../support/pages.js';
import type {Budget} from './budget.js';

const megabyte = 1_000_000;

interface Lockfile {
  readonly packages: Readonly<Record<string, {readonly dev?: boolean; readonly link?: boolean}>>;
}

/**
 * Counts the package and its dependencies; the lockfile contains the package itself under an empty name. Links to
 * folders of the project are not installed.
 */
function packages(): number {
  const text = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  return Object.values((JSON.parse(text) as Lockfile).packages).filter(({dev, link}) => !dev && !link).length;
}

/** Returns the compressed size of the latest build, in bytes. */
function tarball(): number {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const text = execFileSync('npm', words, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
  const packed = JSON.parse(text) as ReadonlyArray<{readonly size: number}> | Record<string, {readonly size: number}>;
  return Object.values(packed)[0]!.size;
}

/** The size of an installation by `npm install crm-sandbox`. */
export const install: Budget = {
  name: 'install',
  measure: async () => [
    {label: "packages of a user's install", measured: {median: packages()}, target: {atMost: 1}},
    {label: 'tarball', unit: 'MB', measured: {median: tarball() / megabyte}, target: {atMost: 2}},
  ],
};
