import * as z from 'zod';
import {profiles} from '../../fixtures/index.js';
import {isUntil, untilForm} from '../../fixtures/until.js';
import {parseMoment} from '../accounts/clock.js';
import type {Exchange} from '../exchanges/exchange.js';
import {journalRanges} from '../exchanges/journal/bounds.js';
import type {LoggedRequest} from '../exchanges/request-log.js';
import type {FaultRule} from '../faults/rules/rule-schema.js';
import type {Finding} from '../findings/finding.js';
import type {LevelOptions} from '../findings/levels.js';
import {findingsForm, suppressionsForm} from '../findings/options.js';
import type {Suppression} from '../findings/suppressions.js';
import {isProxyName, proxyForms} from '../http/address/trusted-proxies.js';
import {hostForm, isHostName} from '../intercept/host-name.js';
import type {InterceptOptions} from '../intercept/interception.js';
import {assumeForm} from '../schema/assume.js';
import {quote} from '../schema/fields.js';
import {mayGenerate} from '../schema/generated-code.js';
import {type SettingOptions, settingRanges} from '../settings.js';
import type {DataOptions} from './data/open-sandbox.js';

export interface StartOptions extends DataOptions, SettingOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Default: 127.0.0.1 */
  readonly host?: string;
  /** Names, besides this machine's own, that the sandbox answers to; `*` is any, which lets any page on the web reach it. */
  readonly allowHosts?: readonly string[];
  /**
   * Proxies whose `Forwarded`, `X-Forwarded-Proto` and `X-Forwarded-Host` tell the address that a client asked at:
   * addresses, ranges such as `10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal`, `all`. Default: none
   */
  readonly trustProxy?: readonly string[];
  /**
   * Hosts that clients believe to talk to, such as `{hosts: ['api.example.com']}`: the sandbox listens in their place, and
   * takes any key there for that of the default account. `interception` of what comes of it tells where. Default: none
   */
  readonly intercept?: InterceptOptions;
  /** Keys that may do anything, besides `sandbox-key`. */
  readonly keys?: readonly string[];
  /** Whether pages of other origins may use it. Default: false */
  readonly cors?: boolean;
  /** What requests to `/_sandbox` must carry in the header `X-Admin-Key`, besides a key; nothing where it is left out. */
  readonly adminKey?: string;
  /** Whether there is a `/_sandbox` at all. Default: true */
  readonly admin?: boolean;
  /** Whether there is a console in the browser, at `/_sandbox/ui`. Default: true, unless there is no `/_sandbox` */
  readonly ui?: boolean;
  /** Whether every reply is held against the OpenAPI document; `onError` and `/health` tell of wrong ones. Default: false */
  readonly validateReplies?: boolean;
  /** A file that gets a trace of the whole run when the sandbox is closed: `crm-sandbox trace show` and `replay` read it. */
  readonly trace?: string;
  /** Rules for every account, as objects or in one word each: `'createGift#2:lost'`; no reset removes them. */
  readonly faults?: string | ReadonlyArray<string | FaultRule>;
  /** Rules that have a name: `lost-gift`, `flaky-1-in-20`, `outage-5m`, `throttle-hard`, `slow-tail`, `deploy-502`. */
  readonly scenario?: string | readonly string[];
  /** How many requests of each account are kept, to be looked at: 0 to 100,000. Default: 1000 */
  readonly journalRequests?: number;
  /** How many mebibytes they may take, of each account: 1 to 64. All accounts together take 64. Default: 8 */
  readonly journalMebibytes?: number;
  /**
   * Whether replies carry the number of their request, `X-Sandbox-Request`, and the rules that it breaks,
   * `X-Sandbox-Findings`. Default: false, as the service's
   */
  readonly headers?: boolean;
  /** Told of each request once it is answered. */
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Told of each request and what it did, whatever became of it. */
  readonly onExchange?: (exchange: Exchange) => void;
  /**
   * How bad mistakes of the client are taken to be: `{preset: 'strict', rules: {'put-used': 'off'}}`. Default:
   * recommended, as each rule has it. Replies never change.
   */
  readonly findings?: LevelOptions;
  /** Mistakes that someone decided to live with, and why. */
  readonly suppressions?: readonly Suppression[];
  /** Told of the first of each mistake that a client makes. */
  readonly onFinding?: (finding: Finding) => void;
  /** Told of errors of the sandbox's own. Default: nobody is */
  readonly onError?: (error: unknown) => void;
}

const must = (what: string) => ({error: (issue: {input?: unknown}) => `must be ${what}, got ${quote(issue.input)}`});

const integerBetween = (least: number, most: number) => {
  const wording = must(`an integer from ${least} to ${most}`);
  return z.int(wording).min(least, wording).max(most, wording);
};
const text = (what: string, form = /^/) => z.string(must(what)).regex(form, must(what));
const flag = z.boolean(must('true or false'));
const words = (what: string) => z.array(text(what, /^\S+$/), must('a list of texts'));
const callback = z.custom((value: unknown) => typeof value === 'function', must('a function'));
const moment = 'a moment such as "2026-01-01T00:00:00Z"';

const forms = {
  port: integerBetween(0, 65_535),
  host: text('the name of a host'),
  allowHosts: words('the name of a host'),
  trustProxy: z.array(z.string(must(proxyForms)).refine(isProxyName, must(proxyForms)), must('a list of texts')),
  intercept: z
    .strictObject({
      hosts: z
        .array(z.string(must(hostForm)).refine(isHostName, must(hostForm)), must('a list of hosts'))
        .min(1, must('one host or more')),
      allow: words('a host'),
      isolate: flag,
      environment: z.custom(
        value => typeof value === 'object' && value !== null,
        must('an object such as process.env'),
      ),
    })
    .partial({allow: true, isolate: true, environment: true}),
  keys: words('a key, without spaces'),
  cors: flag,
  adminKey: text('a text without spaces', /^[\x21-\x7e]+$/),
  admin: flag,
  ui: flag,
  validateReplies: flag,
  faults: z.union([z.string(), z.array(z.union([z.string(), z.looseObject({})]))], must('a fault, or a list of them')),
  scenario: z.union([z.string(), z.array(z.string())], must('the name of a scenario, or a list of them')),
  journalRequests: integerBetween(...journalRanges.journalRequests),
  journalMebibytes: integerBetween(...journalRanges.journalMebibytes),
  headers: flag,
  onRequest: callback,
  onExchange: callback,
  findings: findingsForm,
  suppressions: suppressionsForm,
  onFinding: callback,
  onError: callback,
  seed: integerBetween(0, 2 ** 31 - 1),
  seedUntil: z.string(must(untilForm)).refine(isUntil, must(untilForm)),
  profile: z.enum(Object.keys(profiles) as [string, ...string[]], must(`one of ${Object.keys(profiles).join(', ')}`)),
  constituents: integerBetween(0, 1_000_000),
  from: text('the name of a file'),
  data: text('the name of a file'),
  recover: flag,
  exportOnExit: text('the name of a file'),
  trace: text('the name of a file'),
  now: z.string(must(moment)).refine(value => parseMoment(value) !== undefined, must(moment)),
  onProgress: callback,
  onNotice: callback,
  assume: assumeForm,
  maxLimit: integerBetween(...settingRanges.maxLimit),
  strict: flag,
  rateLimit: integerBetween(...settingRanges.rateLimit),
} satisfies Record<keyof StartOptions, z.ZodType>;

const form = z.strictObject(forms).partial();

/** Those who write JavaScript have no compiler to tell them. @throws TypeError that names every wrong option */
export function checkOptions(options: StartOptions): void {
  // Read once in most processes: code that zod would make of the form first takes ten times as long.
  const {error} = form.safeParse(options, {jitless: true});
  if (error !== undefined) {
    throw new TypeError(`startSandbox: ${error.issues.map(describe).join('; ')}`);
  }
  if (options.validateReplies && !mayGenerate()) {
    throw new TypeError(
      'startSandbox: validateReplies cannot be used under node --disallow-code-generation-from-strings: ajv, which checks the replies, makes code of each schema',
    );
  }
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) {
    return `${issue.path.join('.')}: ${issue.message}`;
  }
  return `unknown option ${issue.keys.join(', ')}; the options are ${Object.keys(forms).join(', ')}`;
}
