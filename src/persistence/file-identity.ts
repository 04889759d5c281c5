import {fstatSync, statSync} from 'node:fs';

/**
 * Whether an open file is still the one that has this name: not where it was removed, replaced, or its folder is
 * gone. What is written to it then is in no file that anybody finds.
 */
export function isStillAt(name: string, descriptor: number): boolean {
  const named = statSync(name, {bigint: true, throwIfNoEntry: false});
  const open = fstatSync(descriptor, {bigint: true});
  return named !== undefined && named.ino === open.ino && named.dev === open.dev;
}
