import {availableParallelism, totalmem} from 'node:os';

/** What the bench ran on, as far as it matters to the figures. */
export const machine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform}, Node ${process.versions.node}`;
