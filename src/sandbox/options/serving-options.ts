import {dataEnd} from '../../../fixtures/calendar.js';
import {isUntil, untilForm} from '../../../fixtures/until.js';
import {parseMoment} from '../../accounts/clock.js';
import {keyConflict} from '../../http/guard/named-keys.js';
import {isProxyName, proxyForms} from '../../http/guard/trusted-proxies.js';
import {limits} from '../../limits.js';
import {
  file,
  flag,
  integer,
  isHeaderWord,
  isWord,
  list,
  onByDefault,
  profileNames,
  type SandboxOption,
  text,
} from './option.js';

/** Options about the address of a sandbox, its data and its keys. */
export const servingOptions = {
  port: {
    describe: 'Port to listen on; 0 takes a free one',
    type: integer(0, 65_535),
    fallback: 4080,
    short: 'p',
    library: {fallback: '0'},
  },
  host: {
    describe: 'Address to listen on',
    type: text('a host name or address', isWord),
    fallback: '127.0.0.1',
    library: {wanted: 'the name of a host'},
  },
  expose: {
    describe: 'Let other machines reach it: with --host 0.0.0.0 without a warning, and with --allow-host "*"',
    type: flag,
    library: false,
  },
  'allow-host': {
    describe:
      "A name besides this machine's own that requests may be sent to, such as a container's; may be repeated; with --expose, * is any",
    type: list('a host name'),
    library: {
      name: 'allowHosts',
      describe:
        "Names besides this machine's own that requests may be sent to; `*` is any, which lets any page on the web reach the sandbox",
      wanted: 'the name of a host',
    },
  },
  'trust-proxy': {
    describe:
      'A proxy that tells the address which a client asked at, in Forwarded or X-Forwarded-Proto and -Host: an address, a range such as 10.0.0.0/8, loopback, linklocal, uniquelocal or all; may be repeated',
    more: 'see [testing.md](testing.md#behind-a-proxy)',
    type: list(proxyForms, isProxyName),
    library: {
      describe:
        'Proxies whose `Forwarded`, `X-Forwarded-Proto` and `X-Forwarded-Host` headers give the address of a request: addresses, ranges such as `10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal` or `all`',
    },
  },
  seed: {describe: 'The same seed gives the same data, byte for byte', type: integer(0, 2 ** 31 - 1), fallback: 1},
  'seed-until': {
    describe: 'The last day of generated data, such as 2026-06-30, or now for the day of the clock',
    type: text(untilForm, isUntil),
    fallback: dataEnd,
  },
  profile: {
    describe: 'How much data: empty, small, default or large',
    more: '50, 300 or 10,000 constituents; empty has lookup lists only',
    type: {kind: 'choice', values: profileNames},
    library: {
      type: 'Profile',
      describe: "How much data: `'empty'`, `'small'` (50 constituents), `'default'` (300) or `'large'` (10,000)",
      fallback: "'default'",
    },
  },
  constituents: {
    describe:
      "How many constituents, instead of a profile's number; if they need a larger heap, the error names the NODE_OPTIONS to set",
    type: integer(0, limits.constituents),
    library: {
      describe:
        "Number of constituents, instead of a profile's number: up to 1,000,000, if the heap of the process has room",
    },
  },
  from: {describe: 'A snapshot file to start from, instead of generated data', type: file},
  data: {describe: 'A file that keeps all accounts from one start to the next', type: file},
  recover: {
    describe: 'Where a part of the file of --data or its log is damaged or missing, go on with what is safe',
    type: flag,
    library: {describe: 'If a part of the file of `data` is damaged or missing, start with the parts that are safe'},
  },
  'export-on-exit': {
    describe: 'A file that gets a snapshot of the default account when the sandbox stops',
    more: 'the start checks that the file can be written',
    type: file,
  },
  now: {
    describe: 'Freeze the clock at this moment, such as 2026-01-01T00:00:00Z',
    type: text('a moment such as 2026-01-01T00:00:00Z', value => parseMoment(value) !== undefined),
    library: {wanted: 'a moment such as "2026-01-01T00:00:00Z"'},
  },
  // In the environment CRM_SANDBOX_KEY is the key that a client sends.
  key: {
    describe: 'Another key with full access; may be repeated',
    type: {...list('a key without spaces'), conflict: keyConflict},
    only: 'flag',
    library: {
      name: 'keys',
      describe: 'Further keys with full access to the default account',
      wanted: 'a key, without spaces',
    },
  },
  'admin-key': {
    describe: 'A key that requests to /_sandbox must send in the header X-Admin-Key',
    type: text('a key without spaces', isHeaderWord),
    library: {wanted: 'a text without spaces'},
  },
  admin: {
    describe: 'Serve /_sandbox; --no-admin leaves it out',
    type: onByDefault,
    fallback: true,
    library: {describe: 'Serve `/_sandbox`'},
  },
  ui: {
    describe: 'Serve the console, /_sandbox/ui; or --no-ui',
    type: onByDefault,
    fallback: true,
    library: {describe: 'Serve the console, `/_sandbox/ui`, unless `admin` is false'},
  },
  cors: {describe: 'Let web pages from other origins use it', type: flag},
} as const satisfies Readonly<Record<string, SandboxOption>>;
