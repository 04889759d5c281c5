import type {StartOptions} from '../start-options.js';
import {behaviorOptions} from './behavior-options.js';
import type {SandboxOption} from './option.js';
import {servingOptions} from './serving-options.js';

/**
 * The options of a sandbox, one per row. The command line, the environment, the options file, the validation of
 * `startSandbox`, its types and docs/reference/options.md derive from this table: run `npm run docs` after a change. A
 * row with `library: false` is for the command line only; the options of single commands are in `src/cli`.
 */
export const sandboxOptions = {...servingOptions, ...behaviorOptions} as const;

export const libraryOnlyOptions = {
  listen: {
    type: 'boolean',
    describe: 'Listen on a port: [if not](../test/states.md#without-a-port), only `sandbox.fetch` reaches the sandbox',
    fallback: 'true',
  },
  trace: {
    type: 'string',
    describe: 'A file that gets a [trace](../test/traces.md) of the whole run when the sandbox is closed',
  },
  onRequest: {
    type: '(request: LoggedRequest) => void',
    describe: 'Called after each request with its method, path, status, duration and the reason for a rejection',
  },
  onExchange: {
    type: '(exchange: Exchange) => void',
    describe: "Called after each request with bodies, response and the account's state before and after",
  },
  onFinding: {
    type: '(finding: Finding) => void',
    describe: 'Called the first time a client makes a mistake',
  },
  onError: {type: '(error: unknown) => void', describe: "Called with the sandbox's own errors"},
  onProgress: {
    type: '(done: number, total: number) => void',
    describe: 'Called with the number of constituents generated so far, and the total',
  },
  onNotice: {
    type: '(notice: string) => void',
    describe:
      'Called with what the start found out: `data` was converted or parts were recovered, or an override has ended',
  },
} as const satisfies Readonly<
  Record<string, {readonly type: string; readonly describe: string; readonly fallback?: string}>
>;

/** The host in the sandbox's URL. Names in `.invalid` never resolve, so other clients cannot send anything there. */
export const hostOf = ({listen = true, host = '127.0.0.1'}: StartOptions): string =>
  listen ? host : 'crm-sandbox.invalid';

export const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The options of `startSandbox` that also have a flag. */
export const libraryOptions = Object.entries<SandboxOption>(sandboxOptions).flatMap(([flag, {read, library = {}}]) =>
  library === false ? [] : [{flag, name: library.name ?? camelCase(flag), read}],
);
