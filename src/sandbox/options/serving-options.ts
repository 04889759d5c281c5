import {dataEnd} from '../../../fixtures/calendar.js';
import {isUntil, untilForm} from '../../../fixtures/until.js';
import {keyConflict} from '../../http/guard/named-keys.js';
import {isProxyName, proxyForms} from '../../http/guard/trusted-proxies.js';
import {limits} from '../../limits.js';
import {
  choice,
  fitting,
  flag,
  integerBetween,
  isHeaderWord,
  moment,
  path,
  profileNames,
  type SandboxOption,
  word,
  words,
} from './values.js';

/** Options about the address of a sandbox, its data and its keys. */
export const servingOptions = {
  port: {
    describe: 'Port to listen on; 0 takes a free one',
    read: integerBetween(0, 65_535),
    fallback: 4080,
    short: 'p',
    library: {fallback: '0'},
  },
  host: {describe: 'Address to listen on', read: word('a host name or address'), fallback: '127.0.0.1'},
  expose: {
    describe: 'Let other machines reach it: with --host 0.0.0.0 without a warning, and with --allow-host "*"',
    read: flag(),
    library: false,
  },
  'allow-host': {
    describe:
      "A name besides this machine's own that requests may be sent to, such as a container's; may be repeated; with --expose, * is any",
    read: words('a host name'),
    library: {
      name: 'allowHosts',
      describe:
        "Names besides this machine's own that requests may be sent to; `*` is any, which lets any page on the web reach the sandbox",
    },
  },
  'trust-proxy': {
    describe:
      'A proxy that tells the address which a client asked at, in Forwarded or X-Forwarded-Proto and -Host: an address, a range such as 10.0.0.0/8, loopback, linklocal, uniquelocal or all; may be repeated',
    more: 'see [testing.md](testing.md#behind-a-proxy)',
    read: words(proxyForms, isProxyName),
    library: {
      describe:
        'Proxies whose `Forwarded`, `X-Forwarded-Proto` and `X-Forwarded-Host` headers give the address of a request: addresses, ranges such as `10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal` or `all`',
    },
  },
  seed: {
    describe: 'The same seed gives the same data, byte for byte',
    read: integerBetween(0, 2 ** 31 - 1),
    fallback: 1,
  },
  'seed-until': {
    describe: 'The last day of generated data, such as 2026-06-30, or now for the day of the clock',
    read: fitting(untilForm, isUntil),
    fallback: dataEnd,
  },
  profile: {
    describe: 'How much data: empty, small, default or large',
    more: '50, 300 or 10,000 constituents; empty has lookup lists only',
    read: choice(profileNames),
    library: {
      type: 'Profile',
      describe: "How much data: `'empty'`, `'small'` (50 constituents), `'default'` (300) or `'large'` (10,000)",
      fallback: "'default'",
    },
  },
  constituents: {
    describe:
      "How many constituents, instead of a profile's number; if they need a larger heap, the error names the NODE_OPTIONS to set",
    read: integerBetween(0, limits.constituents),
    library: {
      describe:
        "Number of constituents, instead of a profile's number: up to 1,000,000, if the heap of the process has room",
    },
  },
  from: {describe: 'A snapshot file to start from, instead of generated data', read: path},
  data: {describe: 'A file that keeps all accounts from one start to the next', read: path},
  recover: {
    describe: 'Where a part of the file of --data or its log is damaged or missing, go on with what is safe',
    read: flag(),
    library: {describe: 'If a part of the file of `data` is damaged or missing, start with the parts that are safe'},
  },
  'export-on-exit': {
    describe: 'A file that gets a snapshot of the default account when the sandbox stops',
    more: 'the start checks that the file can be written',
    read: path,
  },
  now: {describe: 'Freeze the clock at this moment, such as 2026-01-01T00:00:00Z', read: moment},
  // In the environment CRM_SANDBOX_KEY is the key that a client sends.
  key: {
    describe: 'Another key with full access; may be repeated',
    read: words('a key without spaces', undefined, keyConflict),
    variable: false,
    library: {
      name: 'keys',
      describe: 'Further keys with full access to the default account',
    },
  },
  'admin-key': {
    describe: 'A key that requests to /_sandbox must send in the header X-Admin-Key',
    read: fitting('a key without spaces', isHeaderWord),
  },
  admin: {
    describe: 'Serve /_sandbox; --no-admin leaves it out',
    read: flag(true),
    fallback: true,
    library: {describe: 'Serve `/_sandbox`'},
  },
  ui: {
    describe: 'Serve the console, /_sandbox/ui; or --no-ui',
    read: flag(true),
    fallback: true,
    library: {describe: 'Serve the console, `/_sandbox/ui`, unless `admin` is false'},
  },
  cors: {describe: 'Let web pages from other origins use it', read: flag()},
} as const satisfies Readonly<Record<string, SandboxOption>>;
