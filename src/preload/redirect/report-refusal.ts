import fs from 'node:fs';
import {callerLine} from '../caller/caller-line.js';
import {hostName} from '../hosts/host-name.js';
import {type Run, refusalsBeside} from './setting.js';

/** The user's tests may replace these. */
const {closeSync: close, openSync: open, writeSync: write} = fs;

/** Per process: different hosts and lines, and refusals of each. A client can retry in a loop. */
const [maxEntries, maxRepeats] = [500, 1000];

const counts = new Map<string, number>();

/** Appends to a file, because a process may exit right after a refusal, before any request could be sent. */
export function reportRefusal(host: string, {ca}: Run): void {
  const entry = `${hostName(host).replaceAll(/\s/g, '?')}\t${callerLine() ?? ''}\n`;
  const count = (counts.get(entry) ?? 0) + 1;
  if (count > maxRepeats || (count === 1 && counts.size >= maxEntries)) {
    return;
  }
  counts.set(entry, count);
  try {
    const descriptor = open(refusalsBeside(ca), 'a', 0o600);
    write(descriptor, entry);
    close(descriptor);
  } catch {} // the run has ended, or the process may not write: the host stays refused
}
