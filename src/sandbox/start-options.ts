import type {Profile} from '../../fixtures/index.js';
import type {Exchange} from '../exchanges/exchange.js';
import type {LoggedRequest} from '../exchanges/request-log.js';
import type {FaultRule} from '../faults/rules/fault-rule.js';
import type {Override} from '../faults/rules/override.js';
import type {Finding} from '../findings/finding.js';
import type {LevelOptions} from '../findings/levels.js';
import type {Suppression} from '../findings/suppressions.js';
import type {InterceptOptions} from '../intercept/interception.js';
import type {ScenarioName} from '../schema/catalog-names.js';
import type {Assume} from '../settings.js';

/** The options of `startSandbox`. Generated from the table in `options/`: `npm run docs` writes this file. */
export interface StartOptions {
  /** Port to listen on; 0 picks a free one. Default: `0` */
  readonly port?: number;
  /** Address to listen on. Default: `'127.0.0.1'` */
  readonly host?: string;
  /**
   * Additional host names to accept, such as the name of a container; `*` is any, which lets any page on the web
   * reach the sandbox. Default: `[]`
   */
  readonly allowHosts?: readonly string[];
  /**
   * Proxies whose `Forwarded`, `X-Forwarded-Proto` and `X-Forwarded-Host` headers give the address of a request:
   * addresses, ranges such as `10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal` or `all`. Default: `[]`
   */
  readonly trustProxy?: readonly string[];
  /** Certificate for HTTPS, with its chain, as PEM; goes with --tls-key */
  readonly tlsCert?: string;
  /** Private key of the certificate, as PEM */
  readonly tlsKey?: string;
  /** Allow web pages from other origins. Default: `false` */
  readonly cors?: boolean;
  /** Additional keys with full access to the default account. Default: `[]` */
  readonly keys?: readonly string[];
  /** Key that requests to /_sandbox must send in the header X-Admin-Key */
  readonly adminKey?: string;
  /** File of keys with roles, instead of the built-in keys */
  readonly keysFile?: string;
  /** Serve `/_sandbox`. Default: `true` */
  readonly admin?: boolean;
  /** Serve the console at `/_sandbox/ui`, unless `admin` is false. Default: `true` */
  readonly ui?: boolean;
  /** Seed of the data: the same seed gives the same data. Default: `1` */
  readonly seed?: number;
  /**
   * Amount of generated data: `'empty'`, `'small'` (50 constituents), `'default'` (300) or `'large'` (10,000).
   * Default: `'default'`
   */
  readonly profile?: Profile;
  /** Number of constituents to generate, instead of a profile */
  readonly constituents?: number;
  /** Snapshot file to start from, instead of generated data */
  readonly from?: string;
  /** File of an account whose lists the generated data use */
  readonly fromAccount?: string;
  /** File that keeps all accounts between runs, or postgres://user@host/db?sandbox=name */
  readonly data?: string;
  /** Start with the safe parts of a damaged `data` file or log. Default: `false` */
  readonly recover?: boolean;
  /** Time until an account expires, unless it is created with another, such as 24h; default never expires */
  readonly accountTtl?: number;
  /** File for a snapshot of the default account when the sandbox stops */
  readonly exportOnExit?: string;
  /** Last day of generated data, such as 2026-06-30, or now. Default: `'2026-01-01'` */
  readonly seedUntil?: string;
  /** Freeze the clock at this moment, such as 2026-01-01T00:00:00Z */
  readonly now?: string;
  /**
   * Assumptions where the contract is silent: by name, `{keyword_delete: 'permanent'}`, or as on the command line,
   * `'observed,keyword_delete=permanent'`
   */
  readonly assume?: Assume;
  /** Largest page: a larger limit is reduced to this one. Default: `500` */
  readonly maxLimit?: number;
  /**
   * Reject unknown fields, unknown parameters and unresolved references, which the service ignores. Default:
   * `false`
   */
  readonly strict?: boolean;
  /** Requests per key in five minutes, then 429 */
  readonly rateLimit?: number;
  /**
   * Rules for every account, as objects or in short form, such as `'createGift#2:lost'`; a reset does not remove
   * them
   */
  readonly faults?: string | ReadonlyArray<string | FaultRule>;
  /** Named rules: `lost-gift`, `flaky-1-in-20`, `outage-5m`, `throttle-hard`, `slow-tail`, `deploy-502` */
  readonly scenario?: ScenarioName | readonly ScenarioName[];
  /**
   * Corrections to responses, or the name of a file with them, for a place where the service differs. Default:
   * `[]`
   */
  readonly overrides?: string | readonly Override[];
  /** Levels of findings: `{preset: 'strict', rules: {'put-used': 'off'}}`. Default: `{preset: 'recommended'}` */
  readonly findings?: LevelOptions;
  /**
   * Findings to ignore, each with its `rule`, a `reason`, and optionally `operation`, `pointer`, `caller` and
   * `until`. Default: `[]`
   */
  readonly suppressions?: readonly Suppression[];
  /** Requests to keep per account; 0 keeps none. Default: `1000` */
  readonly journalRequests?: number;
  /** MiB for requests per account; all accounts share 64. Default: `8` */
  readonly journalMebibytes?: number;
  /** Add X-Sandbox-Request and X-Sandbox-Findings to responses. Default: `false` */
  readonly headers?: boolean;
  /** Validate responses against the OpenAPI document. Default: `false` */
  readonly validateReplies?: boolean;
  /**
   * Hosts to respond for, such as `{hosts: ['api.example.com', '*.example.org']}`; any key or listener id opens
   * the default account there, and the sandbox's `interception` says how to reach them. Default: `[]`
   */
  readonly intercept?: InterceptOptions;
  /** Listen on a port: if not, only `sandbox.fetch` reaches the sandbox. Default: `true` */
  readonly listen?: boolean;
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
  /** Called with what the start found out: `data` was converted or parts were recovered, or an override has ended */
  readonly onNotice?: (notice: string) => void;
}
