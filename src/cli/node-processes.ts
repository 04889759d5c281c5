import {existsSync, readdirSync, readFileSync, readlinkSync} from 'node:fs';
import path from 'node:path';
import {reportBeside} from '../preload/redirect/setting.js';
import {preloadOption} from '../sandbox/command/environment.js';
import {groupBy} from '../store/group-by.js';
import type {WithoutPreload} from './reports/interception-summary.js';

/** Milliseconds between two scans, which are longer if a scan takes long. */
const [interval, longest, factor] = [50, 250, 20];

/** Maximum number of processes to scan and to report. */
const maxProcesses = 1000;

/**
 * Scans the processes of a command periodically.
 * @param pid the command's own process
 * @param ca the run's certificate; processes with the preload report their ids next to it
 * @returns a function that stops scanning
 */
export function watchNodeProcesses(pid: number, ca: string): () => WithoutPreload {
  if (!existsSync('/proc/thread-self/children')) {
    return () => null;
  }
  const reasons = new Map<string, string>();
  const look = () => {
    const start = performance.now();
    for (const found of processesFrom(`${pid}`)) {
      const reason = reasonOf(found);
      if (reason !== undefined && reasons.size < maxProcesses) {
        reasons.set(found, reason);
      }
    }
    const pause = Math.min(longest, interval + factor * (performance.now() - start));
    timer = setTimeout(look, pause).unref();
  };
  let timer = setTimeout(look, interval).unref();
  return () => {
    clearTimeout(timer);
    // A process may load the preload without NODE_OPTIONS: import 'crm-sandbox/intercept'.
    const preloaded = new Set(textOf(reportBeside(ca, 'preloaded')).split('\n'));
    const left = [...reasons].filter(([found]) => !preloaded.has(found));
    const groups = groupBy(left, ([, reason]) => reason);
    return Object.fromEntries(Array.from(groups, ([reason, {length}]) => [reason, length]));
  };
}

function processesFrom(pid: string): Set<string> {
  const found = new Set([pid]);
  for (const parent of found) {
    for (const thread of threadsOf(parent)) {
      for (const child of textOf(`/proc/${parent}/task/${thread}/children`).split(' ')) {
        if (child !== '' && found.size < maxProcesses) {
          found.add(child); // extends the running loop
        }
      }
    }
  }
  return found;
}

/** @returns undefined for a process with the preload in its options, one that is not Node, and one that has ended */
function reasonOf(pid: string): string | undefined {
  const environment = isNode(pid) ? textOf(`/proc/${pid}/environ`).split('\0') : [];
  const variable = (name: string) => environment.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  const options = variable('NODE_OPTIONS');
  if (environment.length < 2 || options?.includes(preloadOption)) {
    return undefined;
  }
  const script = variable('npm_lifecycle_event');
  const isOfScript = script !== undefined && script !== process.env['npm_lifecycle_event'];
  return `NODE_OPTIONS was ${options === undefined ? 'removed' : 'replaced'}${isOfScript ? ' by an npm script' : ''}`;
}

const orEmpty = <Value>(read: () => Value, empty: Value): Value => {
  try {
    return read();
  } catch {
    return empty; // the process has ended, or belongs to another user
  }
};

const textOf = (file: string): string => orEmpty(() => readFileSync(file, 'utf8'), '');

const threadsOf = (pid: string): string[] => orEmpty(() => readdirSync(`/proc/${pid}/task`), []);

const isNode = (pid: string): boolean =>
  /^node(?:js)?$/.test(orEmpty(() => path.basename(readlinkSync(`/proc/${pid}/exe`)), ''));
