import {type Block, blocksOf} from '../../support/pages.js';

/** A program that knows nothing of a sandbox, and names the real host. */
export interface Client {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly language: Language;
  /** What `exec` ends with; 7 where it goes its own way. */
  readonly code: 0 | 7;
}

export type Language = 'sh' | 'js' | 'py' | 'rb' | 'php' | 'go' | 'java';

/** Debian's packages that a language needs for all of its clients, and what runs a file of it. */
export const languages: Readonly<
  Record<Language, {readonly packages: readonly string[]; readonly run: readonly string[]}>
> = {
  sh: {packages: ['curl'], run: ['/bin/sh']},
  js: {packages: [], run: [process.execPath]},
  py: {
    packages: ['python3', 'python3-requests', 'python3-httpx', 'python3-aiohttp'],
    run: ['/usr/bin/python3'],
  },
  rb: {packages: ['ruby'], run: ['/usr/bin/ruby']},
  php: {packages: ['php-cli', 'php-curl'], run: ['/usr/bin/php']},
  go: {packages: ['golang-go'], run: ['/usr/bin/go', 'run']},
  java: {packages: ['default-jdk-headless'], run: ['java']},
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
  'Funds.java': "Java's HttpClient and HttpURLConnection",
};

const shown = ({language, file = '', text}: Block): Client => ({
  name: names[file] ?? file,
  file,
  text,
  language: language as Language,
  code: 0,
});

const address = 'https://api.example.com/api/v1/funds?limit=1';

const aiohttp = (options: string) => `import aiohttp, asyncio
async def main():
  async with aiohttp.ClientSession(${options}) as session:
    async with session.get('${address}', headers={'Authorization': 'Bearer any-key'}) as reply:
      print(await reply.text())
try:
  asyncio.run(main())
except aiohttp.ClientError as error:
  print(error)
`;

/** What the page does not show: others of these languages, and those that go their own way. */
const others: readonly Client[] = [
  {
    name: 'Python aiohttp with `trust_env=True`',
    file: 'trusting.py',
    text: aiohttp('trust_env=True'),
    language: 'py',
    code: 0,
  },
  {name: 'Python aiohttp', file: 'ignoring.py', text: aiohttp(''), language: 'py', code: 7},
  {
    name: "PHP's streams (`file_get_contents`)",
    file: 'streams.php',
    text: `<?php echo @file_get_contents('${address}', false, stream_context_create(['http' => ['header' => 'Authorization: Bearer k']]));`,
    language: 'php',
    code: 7,
  },
  {
    name: 'curl with certificates of its own (`--cacert`)',
    file: 'pinned.sh',
    text: `curl -sS --cacert /dev/null -u k: '${address}' || true`,
    language: 'sh',
    code: 7,
  },
  {
    name: 'curl that checks none (`-k`)',
    file: 'unchecked.sh',
    text: `curl -s -k -u k: '${address}'`,
    language: 'sh',
    code: 0,
  },
];

export const clients: readonly Client[] = [
  ...blocksOf('docs/intercept.md')
    .filter(({run}) => run === 'client' || run === 'language')
    .map(shown),
  ...others,
];
