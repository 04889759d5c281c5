import {keyConflict} from '../http/guard/named-keys.js';

/** @throws TypeError that names every key with a predefined meaning */
export function checkAddedKeys(keys: readonly string[]): void {
  const wrong = keys.flatMap((key, index) => {
    const wanted = keyConflict(key);
    return wanted === undefined ? [] : [`keys.${index}: must be ${wanted}`];
  });
  if (wrong.length > 0) {
    throw new TypeError(`startSandbox: ${wrong.join('; ')}`);
  }
}
