/**
 * The exports of the package. The build adds the types of records and bodies, which it generates from the OpenAPI
 * document.
 */

export type {Submission} from './accounts/submissions.js';
export type {ClockStatus} from './admin/clock.js';
export type {FaultStatus} from './admin/faults.js';
export type {OverrideStatus} from './admin/overrides.js';
export type {ListedRequest} from './admin/requests/list.js';
export type {ReplayedRequest} from './admin/requests/replay.js';
export type {ShownRequest} from './admin/requests/show.js';
export type {Diff, DiffRange} from './admin/states/diff.js';
export type {AccountStatus, SandboxStatus, SwitchStatus} from './admin/status.js';
export type {VerifiedExchange} from './admin/verify/failure.js';
export type {RequestPattern, VerifyRequest} from './admin/verify/verification.js';
export {ApiError, type ErrorCode, InvalidArgumentError} from './errors.js';
export type {Exchange, FaultLabel} from './exchanges/exchange.js';
export type {RequestFilters} from './exchanges/filters.js';
export type {LoggedRequest} from './exchanges/request-log.js';
export type {FaultRule} from './faults/rules/fault-rule.js';
export type {Override} from './faults/rules/override.js';
export type {AxisCoverage, CoverageAxis} from './findings/coverage/report.js';
export type {Finding, Level, RequestRef, RequestToSend} from './findings/finding.js';
export type {LevelOptions} from './findings/levels.js';
export type {Suppression} from './findings/suppressions.js';
export {LockedError, LockUnavailableError} from './persistence/lock.js';
export {SnapshotError} from './persistence/snapshot/snapshot-error.js';
export {DataTooLargeError, GoneError} from './persistence/storage-error.js';
export type {
  AccountHandle,
  AccountOptions,
  ActiveMark,
  ArmedFault,
  ArmedOverrides,
  ClockHandle,
  RequestsHandle,
  ResetOptions,
  SeedRequest,
} from './sandbox/account-handle.js';
export type {
  CheckCase,
  CheckedCommand,
  CheckOptions,
  CheckResult,
  ClientAccess,
  KnownCase,
  RunClient,
  Verdict,
  WrongRecord,
} from './sandbox/check/types.js';
export {RefusedCheck} from './sandbox/check/types.js';
export {VerificationError} from './sandbox/handle-of.js';
export type {StartOptions} from './sandbox/start-options.js';
export {type RunningSandbox, startSandbox} from './sandbox/start-sandbox.js';
export type {Assume, Assumptions} from './settings.js';
