/** The library's door. */

export type {Submission} from './accounts/submissions.js';
export type {ClockStatus} from './admin/clock.js';
export type {ListedRequest} from './admin/requests/list.js';
export type {ShownRequest} from './admin/requests/show.js';
export type {Diff, DiffRange} from './admin/states/diff.js';
export type {AccountStatus, SandboxStatus, SwitchStatus} from './admin/status.js';
export type {Exchange} from './exchanges/exchange.js';
export type {RequestFilters} from './exchanges/filters/request-filters.js';
export type {LoggedRequest} from './exchanges/request-log.js';
export type {AccountHandle, AccountOptions, ClockHandle, SeedRequest} from './sandbox/account-handle.js';
export type * from './sandbox/api-types.js';
export type {RequestsHandle} from './sandbox/requests-handle.js';
export type {StartOptions} from './sandbox/start-options.js';
export {type RunningSandbox, startSandbox} from './sandbox/start-sandbox.js';
export type {Assume, Assumptions} from './settings.js';
