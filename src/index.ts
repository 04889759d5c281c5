/** The library's door. */

export type {Submission} from './accounts/submissions.js';
export type {Diff} from './admin/diff.js';
export type {LoggedRequest} from './exchanges/request-log.js';
export type {
  AccountHandle,
  AccountStatus,
  ClockHandle,
  ClockStatus,
  SandboxStatus,
  SeedRequest,
} from './sandbox/account-handle.js';
export type * from './sandbox/api-types.js';
export type {StartOptions} from './sandbox/start-options.js';
export {type RunningSandbox, startSandbox} from './sandbox/start-sandbox.js';
