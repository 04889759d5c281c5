import {operations as accounts} from './accounts.js';
import type {AdminOperation} from './admin-operation.js';
import {operations as clock} from './clock.js';
import {operations as diff} from './diff.js';
import {operations as reset} from './reset.js';
import {operations as seed} from './seed.js';
import {operations as snapshots} from './snapshots.js';
import {operations as status} from './status.js';

/** Everything that a tester can do to the sandbox itself over HTTP. */
export const adminOperations: readonly AdminOperation[] = [
  ...status,
  ...reset,
  ...snapshots,
  ...seed,
  ...clock,
  ...accounts,
  ...diff,
];
