import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import type {Figures} from './figures.js';

/** The files of the project that ran during one request, by the name of the request. */
export type Hops = Readonly<Record<string, readonly string[]>>;

/** These modules produce the response. The other modules observe the request. */
const core = /^src\/(?:http|accounts|operations|resources|schema|store|search)\//;

/** Each rule is one file, so counting them would penalize splitting rules. */
const rules = /^src\/findings\/rules\//;

/** Measures in a separate process, because V8 counts everything that runs in a process. */
export async function measureHops(): Promise<Hops> {
  const script = fileURLToPath(new URL('./hops-process.js', import.meta.url));
  const {stdout} = await promisify(execFile)(process.execPath, [script]);
  return JSON.parse(stdout) as Hops;
}

export function hopFigures(hops: Hops): Figures {
  const figures = Object.entries(hops).map(([request, files]) => {
    const counted = files.filter(file => !rules.test(file));
    const inCore = counted.filter(file => core.test(file));
    return [
      [`hops: ${request}, all files`, counted.length],
      [`hops: ${request}, files of the core`, inCore.length],
    ] as const;
  });
  return Object.fromEntries(figures.flat());
}
