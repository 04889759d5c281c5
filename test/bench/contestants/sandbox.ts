import {executable} from '../../support/executable.js';
import {apiPaths, type Contestant} from './contestant.js';

/** The sandbox, started as a user starts it. It writes no log unless `words` leave `--quiet` out. */
export const sandbox = (name: string, words: readonly string[] = [], flags: readonly string[] = []): Contestant => ({
  name,
  command: port => [...flags, executable, 'start', '--port', String(port), ...words],
  paths: apiPaths,
});

/** A sandbox of a given size without its log, because the servers that it is compared with have none. */
export const sandboxOf = (constituents: number, words: readonly string[] = []): Contestant =>
  sandbox(`crm-sandbox, ${constituents.toLocaleString('en')} constituents`, [
    '--quiet',
    '--constituents',
    String(constituents),
    ...words,
  ]);
