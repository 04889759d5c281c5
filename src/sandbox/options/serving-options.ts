import {resolve} from 'node:path';
import {dataEnd} from '../../../fixtures/calendar.js';
import {isUntil, untilForm} from '../../../fixtures/until.js';
import {keyConflict} from '../../http/guard/named-keys.js';
import {isProxyName, proxyForms} from '../../http/guard/trusted-proxies.js';
import {limits} from '../../limits.js';
import {isDatabase} from '../../persistence/postgres/address.js';
import {type GroupedOptions, inGroup, type SandboxOptions} from './option.js';
import {
  choice,
  fitting,
  flag,
  integerBetween,
  isHeaderWord,
  milliseconds,
  moment,
  path,
  profileNames,
  word,
  words,
} from './values.js';

/** Options for the address of a sandbox, its keys and its data. */
export const servingOptions = {
  ...inGroup('Network', {
    port: {
      describe: 'Port to listen on; 0 picks a free one',
      read: integerBetween(0, 65_535),
      fallback: 4080,
      short: 'p',
      library: {fallback: '0'},
    },
    host: {describe: 'Address to listen on', read: word('a host name or address', 'address'), fallback: '127.0.0.1'},
    expose: {describe: 'Allow --host 0.0.0.0 without a warning, and --allow-host "*"', read: flag(), library: false},
    'allow-host': {
      describe: 'Additional host name to accept; with --expose also *',
      read: words('a host name', 'host'),
      library: {
        name: 'allowHosts',
        describe:
          'Additional host names to accept, such as the name of a container; `*` is any, which lets any page on the web reach the sandbox',
      },
    },
    'trust-proxy': {
      describe: 'Proxy whose Forwarded headers are trusted: a range, loopback, linklocal, uniquelocal or all',
      more: 'see [errors.md](errors.md#behind-a-proxy)',
      read: words(proxyForms, 'address', isProxyName),
      library: {
        describe:
          'Proxies whose `Forwarded`, `X-Forwarded-Proto` and `X-Forwarded-Host` headers give the address of a request: addresses, ranges such as `10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal` or `all`',
      },
    },
    'tls-cert': {describe: 'Certificate for HTTPS, with its chain, as PEM; goes with --tls-key', read: path},
    'tls-key': {describe: 'Private key of the certificate, as PEM', read: path},
    cors: {describe: 'Allow web pages from other origins', read: flag()},
  } as const satisfies SandboxOptions),
  ...inGroup('Access', {
    // The environment variable CRM_SANDBOX_KEY is the key that a client sends.
    key: {
      describe: 'Additional key with full access',
      read: words('a key without spaces', 'key', undefined, keyConflict),
      variable: false,
      library: {name: 'keys', describe: 'Additional keys with full access to the default account'},
    },
    'admin-key': {
      describe: 'Key that requests to /_sandbox must send in the header X-Admin-Key',
      read: fitting('a key without spaces', isHeaderWord, 'key'),
    },
    'keys-file': {
      describe: 'File of keys with roles, instead of the built-in keys',
      more: 'see [together.md](../reference/together.md#keys)',
      read: path,
    },
    admin: {
      describe: 'Serve /_sandbox; --no-admin turns it off',
      read: flag(true),
      fallback: true,
      library: {describe: 'Serve `/_sandbox`'},
    },
    ui: {
      describe: 'Serve the console at /_sandbox/ui; --no-ui turns it off',
      read: flag(true),
      fallback: true,
      library: {describe: 'Serve the console at `/_sandbox/ui`, unless `admin` is false'},
    },
  } as const satisfies SandboxOptions),
  ...inGroup('Data', {
    seed: {
      describe: 'Seed of the data: the same seed gives the same data',
      read: integerBetween(0, 2 ** 31 - 1),
      fallback: 1,
    },
    profile: {
      describe: 'Amount of generated data',
      more: '50, 300 or 10,000 constituents; empty has lookup lists only',
      read: choice(profileNames),
      library: {
        type: 'Profile',
        describe:
          "Amount of generated data: `'empty'`, `'small'` (50 constituents), `'default'` (300) or `'large'` (10,000)",
        fallback: "'default'",
      },
    },
    constituents: {
      describe: 'Number of constituents to generate, instead of a profile',
      more: 'up to 1,000,000, if the heap has room; otherwise, the error names the `NODE_OPTIONS` to set',
      read: integerBetween(0, limits.constituents),
    },
    from: {describe: 'Snapshot file to start from, instead of generated data', read: path},
    'from-account': {
      describe: 'File of an account whose lists the generated data use',
      more: 'crm-sandbox learn writes it: see [your-account.md](../test/your-account.md)',
      read: path,
    },
    data: {
      describe: 'File that keeps all accounts between runs, or postgres://user@host/db?sandbox=name',
      read: path,
      foundFrom: (value, folder) => (isDatabase(String(value)) ? value : resolve(folder, String(value))),
    },
    recover: {
      describe: 'Start with the safe parts of a damaged --data file or log',
      read: flag(),
      library: {describe: 'Start with the safe parts of a damaged `data` file or log'},
    },
    'account-ttl': {
      describe: 'Time until an account expires, unless it is created with another, such as 24h; default never expires',
      read: milliseconds,
    },
    'export-on-exit': {
      describe: 'File for a snapshot of the default account when the sandbox stops',
      more: 'the start checks that the file can be written',
      read: path,
    },
  } as const satisfies SandboxOptions),
  ...inGroup('Time', {
    'seed-until': {
      describe: 'Last day of generated data, such as 2026-06-30, or now',
      more: '`now` is the day of the clock',
      read: fitting(untilForm, isUntil, 'date'),
      fallback: dataEnd,
    },
    now: {describe: 'Freeze the clock at this moment, such as 2026-01-01T00:00:00Z', read: moment},
  } as const satisfies SandboxOptions),
} as const satisfies GroupedOptions;
