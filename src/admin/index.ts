import {createAccount, deleteAccount, listAccounts} from './accounts.js';
import type {AnyAdminOperation} from './admin-operation.js';
import {setClock, showClock} from './clock.js';
import {faultOperations} from './faults.js';
import {showCoverage, showFindings} from './findings.js';
import {showKinds} from './kinds.js';
import {overrideOperations} from './overrides.js';
import {showTrace, streamRequests} from './requests/events.js';
import {deleteRequests, listRequests, setMark} from './requests/list.js';
import {replayRequest} from './requests/replay.js';
import {showCurl, showRequest} from './requests/show.js';
import {resetAccount} from './reset.js';
import {seedAccount} from './seed.js';
import {deleteSnapshot, listSnapshots, restoreSnapshot, restoreState, saveSnapshot, showSnapshot} from './snapshots.js';
import {showDiff, showRequestDiff} from './states/diff.js';
import {nameRecords} from './states/names.js';
import {readAccount} from './states/read.js';
import {showInterception, showSandbox} from './status.js';
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
  ...overrideOperations,
  showRequestDiff,
  readAccount,
  showKinds,
  nameRecords,
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
