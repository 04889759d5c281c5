import {type Block, blocksOf} from '../../support/pages.js';
import {programs} from './programs.js';

/** A program that uses the real host and is unaware of the sandbox. */
export interface Client {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly language: Language;
  /** The change that a client needs to reach the sandbox, if any. */
  readonly needs?: string;
  /** The expected exit code of `exec`. Defaults to 0, or to 7 if the client needs a change. */
  readonly code?: number;
}

export type Language = 'sh' | 'js' | 'py' | 'rb' | 'php' | 'go' | 'java' | 'bun' | 'deno' | 'denoWithNet';

interface Runner {
  /** Debian packages for all clients of the language. */
  readonly packages: readonly string[];
  /** An npm package, which is installed in the folder of the programs. */
  readonly npm?: string;
  /** The command that runs a file. */
  readonly run: readonly string[];
}

const [bun, deno] = ['node_modules/.bin/bun', 'node_modules/.bin/deno'];

export const languages: Readonly<Record<Language, Runner>> = {
  sh: {packages: ['curl'], run: ['/bin/sh']},
  js: {packages: [], run: [process.execPath]},
  py: {
    packages: ['python3', 'python3-requests', 'python3-httpx', 'python3-aiohttp'],
    run: ['/usr/bin/python3'],
  },
  rb: {packages: ['ruby', 'ruby-faraday'], run: ['/usr/bin/ruby']},
  php: {
    packages: ['php-cli', 'php-curl', 'php-guzzlehttp-guzzle', 'php-symfony-http-client', 'wordpress'],
    run: ['/usr/bin/php'],
  },
  go: {packages: ['golang-go'], run: ['/usr/bin/go', 'run']},
  java: {packages: ['default-jdk-headless'], run: ['java']},
  bun: {packages: [], npm: 'bun@1', run: [bun]},
  // The last permission is needed to report refused hosts.
  deno: {
    packages: [],
    npm: 'deno@2',
    run: [deno, 'run', '--allow-net', '--allow-env', '--allow-read', '--allow-sys', '--allow-write'],
  },
  denoWithNet: {packages: [], npm: 'deno@2', run: [deno, 'run', '--allow-net']},
};

/** Names in the table of the page, by file. */
const names: Readonly<Record<string, string>> = {
  'funds.sh': 'curl',
  'funds.mjs': "Node's fetch",
  'funds.py': "Python's urllib",
  'funds-requests.py': 'Python requests',
  'funds-httpx.py': 'Python httpx',
  'funds.rb': "Ruby's Net::HTTP",
  'funds.php': "PHP's curl",
  'funds.go': "Go's net/http",
  'Funds.java': "Java's HttpClient",
  'FundsConnection.java': "Java's HttpURLConnection",
};

const clientOf = ({language, file = '', text}: Block): Client => ({
  name: names[file] ?? file,
  file,
  text,
  language: language as Language,
});

export const clients: readonly Client[] = [
  ...blocksOf('docs/test/intercept.md')
    .filter(({run}) => run === 'client' || run === 'language')
    .map(clientOf),
  ...programs,
];
