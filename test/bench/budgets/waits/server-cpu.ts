import {readFileSync} from 'node:fs';

/** Returns the CPU time of a process's main thread in milliseconds; undefined except on Linux. */
export function serverCpu(pid: number): number | undefined {
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1);
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}
