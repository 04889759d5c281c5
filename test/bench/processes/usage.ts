/** What a process has used since it started, by its own account. */
export interface Usage {
  /** CPU time of all its threads, in microseconds. */
  readonly cpu: number;
  /** Resident memory now, and at the most, in bytes. */
  readonly resident: number;
  readonly mostResident: number;
}

export function ownUsage(): Usage {
  const {user, system} = process.cpuUsage();
  return {cpu: user + system, resident: process.memoryUsage.rss(), mostResident: process.resourceUsage().maxRSS * 1024};
}
