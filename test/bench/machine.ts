import {availableParallelism, totalmem} from 'node:os';

/** Describes the machine of the bench, as far as it affects the figures. */
export const machine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform}, Node ${process.versions.node}`;
