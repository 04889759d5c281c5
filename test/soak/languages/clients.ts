import {type Block, blocksOf} from '../../support/pages.js';
import {programs} from './programs.js';

/** A program that knows nothing of a sandbox, and names the real host. */
export interface Client {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly language: Language;
  /** Without it, the client goes its own way. */
  readonly needs?: string;
  /** What `exec` ends with; 0 if it is left out, or 7 where the client needs something. */
  readonly code?: number;
}

export type Language = 'sh' | 'js' | 'py' | 'rb' | 'php' | 'go' | 'java' | 'bun' | 'deno' | 'denoWithNet';

interface Runner {
  /** Debian's packages that a language needs for all of its clients. */
  readonly packages: readonly string[];
  /** Those of npm, which are installed in the folder of the files. */
  readonly npm?: string;
  /** Runs a file of it. */
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
  // It needs the last one to report the hosts that it refuses.
  deno: {
    packages: [],
    npm: 'deno@2',
    run: [deno, 'run', '--allow-net', '--allow-env', '--allow-read', '--allow-sys', '--allow-write'],
  },
  denoWithNet: {packages: [], npm: 'deno@2', run: [deno, 'run', '--allow-net']},
};

/** What clients of the page are called in its table. */
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

const shown = ({language, file = '', text}: Block): Client => ({
  name: names[file] ?? file,
  file,
  text,
  language: language as Language,
});

export const clients: readonly Client[] = [
  ...blocksOf('docs/test/intercept.md')
    .filter(({run}) => run === 'client' || run === 'language')
    .map(shown),
  ...programs,
];
