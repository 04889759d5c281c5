/** The library's door. */
export type {
  AccountHandle,
  AccountStatus,
  ClockHandle,
  ClockStatus,
  SandboxStatus,
  SeedRequest,
} from './account-handle.js';
export type {Diff} from './control/diff.js';
export type {LoggedRequest} from './http/log-requests.js';
export type {StartOptions} from './start-options.js';
export {type RunningSandbox, startSandbox} from './start-sandbox.js';
export type * from './wire-types.js';
