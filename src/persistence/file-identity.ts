import {fstatSync, statSync} from 'node:fs';

/** False if an open file was removed or replaced, or its folder is gone: no one would find data written to it. */
export function isStillAt(name: string, descriptor: number): boolean {
  const named = statSync(name, {bigint: true, throwIfNoEntry: false});
  const open = fstatSync(descriptor, {bigint: true});
  return named !== undefined && named.ino === open.ino && named.dev === open.dev;
}
