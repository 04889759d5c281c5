import type {Profile} from '../../fixtures/index.js';
import type {Exchange} from '../exchanges/exchange.js';
import type {LoggedRequest} from '../exchanges/request-log.js';
import type {FaultRule} from '../faults/rules/fault-rule.js';
import type {Finding} from '../findings/finding.js';
import type {LevelOptions} from '../findings/levels.js';
import type {Suppression} from '../findings/suppressions.js';
import type {InterceptOptions} from '../intercept/interception.js';
import type {ScenarioName} from '../schema/catalog-names.js';
import type {Assume} from '../settings.js';

/** The options of `startSandbox`. Generated from the table in `options/`: `npm run docs` writes this file. */
export interface StartOptions {
  /** Port to listen on; 0 takes a free one. Default: `0` */
  readonly port?: number;
  /** Address to listen on. Default: `'127.0.0.1'` */
  readonly host?: string;
  /**
   * Names besides this machine's own that requests may be sent to; `*` is any, which lets any page on the web
   * reach the sandbox. Default: `[]`
   */
  readonly allowHosts?: readonly string[];
  /**
   * Proxies whose `Forwarded`, `X-Forwarded-Proto` and `X-Forwarded-Host` headers give the address of a request:
   * addresses, ranges such as `10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal` or `all`. Default: `[]`
   */
  readonly trustProxy?: readonly string[];
  /** The same seed gives the same data, byte for byte. Default: `1` */
  readonly seed?: number;
  /** The last day of generated data, such as 2026-06-30, or now for the day of the clock. Default: `'2026-01-01'` */
  readonly seedUntil?: string;
  /**
   * How much data: `'empty'`, `'small'` (50 constituents), `'default'` (300) or `'large'` (10,000). Default:
   * `'default'`
   */
  readonly profile?: Profile;
  /** Number of constituents, instead of a profile's number: up to 1,000,000, if the heap of the process has room */
  readonly constituents?: number;
  /** A snapshot file to start from, instead of generated data */
  readonly from?: string;
  /** A file that keeps all accounts from one start to the next */
  readonly data?: string;
  /** If a part of the file of `data` is damaged or missing, start with the parts that are safe. Default: `false` */
  readonly recover?: boolean;
  /** A file that gets a snapshot of the default account when the sandbox stops */
  readonly exportOnExit?: string;
  /** Freeze the clock at this moment, such as 2026-01-01T00:00:00Z */
  readonly now?: string;
  /** Further keys with full access to the default account. Default: `[]` */
  readonly keys?: readonly string[];
  /** A key that requests to /_sandbox must send in the header X-Admin-Key */
  readonly adminKey?: string;
  /** Serve `/_sandbox`. Default: `true` */
  readonly admin?: boolean;
  /** Serve the console, `/_sandbox/ui`, unless `admin` is false. Default: `true` */
  readonly ui?: boolean;
  /** Let web pages from other origins use it. Default: `false` */
  readonly cors?: boolean;
  /**
   * What to assume where the contract is silent: by name, `{keyword_delete: 'permanent'}`, or as on the command
   * line, `'observed,keyword_delete=permanent'`
   */
  readonly assume?: Assume;
  /** The largest page: a larger limit is served as this one. Default: `500` */
  readonly maxLimit?: number;
  /**
   * Refuse unknown fields, unknown query parameters and unresolved references, which the service ignores. Default:
   * `false`
   */
  readonly strict?: boolean;
  /** How many requests a key may make in any five minutes of its account's clock; then 429 */
  readonly rateLimit?: number;
  /**
   * The level of each mistake of the client: `{preset: 'strict', rules: {'put-used': 'off'}}`; responses never
   * change. Default: `{preset: 'recommended'}`
   */
  readonly findings?: LevelOptions;
  /**
   * Findings to ignore, each with its `rule`, a `reason`, and optionally `operation`, `pointer`, `caller` and
   * `until`
   */
  readonly suppressions?: readonly Suppression[];
  /**
   * Rules for every account, as objects or in short form, such as `'createGift#2:lost'`; a reset does not remove
   * them
   */
  readonly faults?: string | ReadonlyArray<string | FaultRule>;
  /** Named rules: `lost-gift`, `flaky-1-in-20`, `outage-5m`, `throttle-hard`, `slow-tail`, `deploy-502` */
  readonly scenario?: ScenarioName | readonly ScenarioName[];
  /**
   * Hosts that the sandbox answers for, such as `{hosts: ['api.example.com', '*.example.org']}`; any key or
   * listener id opens the default account there, and the sandbox's `interception` says how to reach them. Default:
   * `[]`
   */
  readonly intercept?: InterceptOptions;
  /** Check every response against the OpenAPI document; `onError` and `/health` report wrong ones. Default: `false` */
  readonly validateReplies?: boolean;
  /** How many requests of each account are kept, to be looked at; 0 keeps none. Default: `1000` */
  readonly journalRequests?: number;
  /** How many mebibytes they may take, of each account; all accounts together take 64. Default: `8` */
  readonly journalMebibytes?: number;
  /**
   * Tell the number of each request in its reply, X-Sandbox-Request, and the rules it breaks, X-Sandbox-Findings.
   * Default: `false`
   */
  readonly headers?: boolean;
  /** A file that gets a trace of the whole run when the sandbox is closed */
  readonly trace?: string;
  /** Called after each request with its method, path, status, duration and the reason for a rejection */
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Called after each request with bodies, response and the account's state before and after */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called the first time a client makes a mistake */
  readonly onFinding?: (finding: Finding) => void;
  /** Called with the sandbox's own errors */
  readonly onError?: (error: unknown) => void;
  /** Called with the number of constituents generated so far, and the total */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called with what the start found out about the file of `data`: it was converted, or parts were recovered */
  readonly onNotice?: (notice: string) => void;
}
