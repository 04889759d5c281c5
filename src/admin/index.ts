import {createAccount, deleteAccount, listAccounts} from './accounts.js';
import type {AnyAdminOperation} from './admin-operation.js';
import {setClock, showClock} from './clock.js';
import {showTrace} from './exchanges/show-trace.js';
import {faultOperations} from './faults/index.js';
import {showCoverage} from './findings/show-coverage.js';
import {showFindings} from './findings/show-findings.js';
import {showInterception} from './intercept.js';
import {showKinds} from './kinds/show-kinds.js';
import {deleteRequests} from './requests/delete.js';
import {streamRequests} from './requests/events.js';
import {listRequests} from './requests/list.js';
import {setMark} from './requests/marks.js';
import {replayRequest} from './requests/replay.js';
import {showCurl, showRequest} from './requests/show.js';
import {resetAccount} from './reset.js';
import {seedAccount} from './seed.js';
import {deleteSnapshot, listSnapshots, restoreSnapshot, saveSnapshot, showSnapshot} from './snapshots.js';
import {showDiff, showRequestDiff} from './states/diff.js';
import {readAccount} from './states/read.js';
import {restoreState} from './states/restore-state.js';
import {showSandbox} from './status.js';
import {deleteSubmissions, listSubmissions} from './submissions.js';
import {verifyRequests} from './verify/verify.js';

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
  showFindings,
  showCoverage,
  ...faultOperations,
  showRequestDiff,
  readAccount,
  showKinds,
  restoreState,
  listSubmissions,
  deleteSubmissions,
  verifyRequests,
  listRequests,
  showTrace,
  deleteRequests,
  showRequest,
  showCurl,
  replayRequest,
  setMark,
  streamRequests,
  showInterception,
];
