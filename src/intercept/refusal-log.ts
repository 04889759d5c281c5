import {readFileSync} from 'node:fs';
import type {ReachCounter} from './reach-counter.js';

/** Limits for the file and for a single line. Bytes. */
const [maxBytes, maxLine] = [8 * 1024 * 1024, 600];

/**
 * Reads the file to which the Node processes of an isolated run append rejected hosts.
 * @returns a function that counts the rejections since its last call
 */
export function readRefusals(file: string, counter: ReachCounter): () => void {
  let offset = 0;
  return () => {
    let added = Buffer.alloc(0);
    try {
      added = readFileSync(file).subarray(offset, maxBytes);
    } catch {} // no rejections yet, or the run has ended
    const whole = added.subarray(0, added.lastIndexOf('\n') + 1);
    offset += whole.length;
    for (const line of whole.toString().split('\n').slice(0, -1)) {
      const [host = '', caller] = line
        .slice(0, maxLine)
        .replaceAll(/[^\t\x20-\x7e]/g, '?')
        .split('\t');
      counter.refused(host, caller);
    }
  };
}
