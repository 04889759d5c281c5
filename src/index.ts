/** The library's door. */
export type {LoggedRequest} from './http/log-requests.js';
export {type RunningSandbox, type StartOptions, startSandbox} from './start-sandbox.js';
