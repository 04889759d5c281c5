/** The usage of a process since its start, as reported by the process. */
export interface Usage {
  /** CPU time of all its threads, in microseconds. */
  readonly cpu: number;
  /** Resident memory in bytes. */
  readonly resident: number;
  /** The maximum of resident memory in bytes. */
  readonly maxResident: number;
}

export function ownUsage(): Usage {
  const {user, system} = process.cpuUsage();
  return {cpu: user + system, resident: process.memoryUsage.rss(), maxResident: process.resourceUsage().maxRSS * 1024};
}
