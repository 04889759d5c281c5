import {createAccount, deleteAccount, listAccounts} from './accounts.js';
import type {AnyAdminOperation} from './admin-operation.js';
import {setClock, showClock} from './clock.js';
import {resetAccount} from './reset.js';
import {seedAccount} from './seed.js';
import {deleteSnapshot, listSnapshots, restoreSnapshot, saveSnapshot, showSnapshot} from './snapshots.js';
import {showDiff, showRequestDiff} from './states/diff.js';
import {restoreState} from './states/restore-state.js';
import {showSandbox} from './status.js';
import {deleteSubmissions, listSubmissions} from './submissions.js';

/** Everything that a tester can do to the sandbox itself over HTTP. */
export const adminOperations: readonly AnyAdminOperation[] = [
  showSandbox,
  resetAccount,
  listSnapshots,
  saveSnapshot,
  showSnapshot,
  restoreSnapshot,
  deleteSnapshot,
  seedAccount,
  showClock,
  setClock,
  listAccounts,
  createAccount,
  deleteAccount,
  showDiff,
  showRequestDiff,
  restoreState,
  listSubmissions,
  deleteSubmissions,
];
