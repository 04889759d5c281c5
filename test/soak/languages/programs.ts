import {blocksOf} from '../../support/pages.js';
import type {Client} from './clients.js';

/** Programs that are not part of docs/test/intercept.md. */

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

const guzzle = (options: string) => `<?php require 'GuzzleHttp/autoload.php';
$client = new GuzzleHttp\\Client([${options}]);
echo $client->get('${address}', ['auth' => ['any-key', '']])->getBody();
`;

const symfony = (client: string) => `<?php require 'Symfony/Component/HttpClient/autoload.php';
$client = ${client};
echo $client->request('GET', '${address}', ['auth_bearer' => 'any-key'])->getContent();
`;

/** WordPress of Debian without a database: the files of its HTTP class, and the address of the site. */
const wordPress = (filter: string) => `<?php
define('ABSPATH', '/usr/share/wordpress/');
define('WPINC', 'wp-includes');
function get_bloginfo() { return ''; }
foreach (['plugin', 'load', 'functions', 'formatting', 'class-wp-error', 'http', 'class-wp-http'] as $file) {
  require_once ABSPATH . "wp-includes/$file.php";
}
foreach (['proxy', 'cookie', 'encoding', 'response', 'requests-response', 'requests-hooks'] as $part) {
  require_once ABSPATH . "wp-includes/class-wp-http-$part.php";
}
add_filter('pre_option_siteurl', fn() => 'https://site.example.net');
${filter.replace('<?php', '')}
$reply = wp_remote_get('${address}', ['headers' => ['Authorization' => 'Bearer any-key']]);
echo is_wp_error($reply) ? $reply->get_error_message() : wp_remote_retrieve_body($reply);
`;

const [filter] = blocksOf('docs/recipes/wordpress.md').filter(({language}) => language === 'php');

const {text: fetching} = blocksOf('docs/test/intercept.md').find(({file}) => file === 'funds.mjs')!;

const nodeHttps = `import https from 'node:https';
https.get('${address}', {headers: {authorization: 'Bearer any-key'}}, async reply => {
  for await (const part of reply) console.log(String(part));
});
`;

/** Bun runs this file as the main thread and as a worker. */
const bunThread = `import {isMainThread, Worker} from 'node:worker_threads';
import https from 'node:https';
if (isMainThread) {
  new Worker(new URL(import.meta.url));
} else {
  https.get('${address}', {headers: {authorization: 'Bearer any-key'}}, async reply => {
    for await (const part of reply) console.log(String(part));
  }).on('error', ({code}) => console.log(code));
}
`;

const faraday = `require 'faraday'
funds = Faraday.get('${address}', nil, 'Authorization' => 'Bearer any-key')
puts funds.body
`;

const streams = `<?php $header = 'Authorization: Bearer any-key';
echo @file_get_contents('${address}', false, stream_context_create(['http' => ['header' => $header]]));
`;

const native = `['handler' => GuzzleHttp\\HandlerStack::create(new GuzzleHttp\\Handler\\StreamHandler())]`;

const symfonyClients = 'Symfony\\Component\\HttpClient\\';

const permissions = '`--allow-env --allow-read --allow-sys`';

export const programs: readonly Client[] = [
  {
    name: 'Python aiohttp with `trust_env=True`',
    file: 'trusting.py',
    text: aiohttp('trust_env=True'),
    language: 'py',
  },
  {name: 'Python aiohttp', file: 'plain.py', text: aiohttp(''), language: 'py'},
  {name: 'Ruby Faraday', file: 'faraday.rb', text: faraday, language: 'rb'},
  {name: 'PHP Guzzle', file: 'guzzle.php', text: guzzle(''), language: 'php'},
  {name: 'PHP Guzzle without curl', file: 'guzzle-native.php', text: guzzle(native), language: 'php'},
  {
    name: "Symfony's HttpClient",
    file: 'symfony.php',
    text: symfony(`${symfonyClients}HttpClient::create()`),
    language: 'php',
  },
  {
    name: "Symfony's NativeHttpClient",
    file: 'symfony-native.php',
    text: symfony(`new ${symfonyClients}NativeHttpClient()`),
    language: 'php',
  },
  {
    name: "WordPress's `wp_remote_get` with the [filter](../recipes/wordpress.md)",
    file: 'wordpress.php',
    text: wordPress(filter!.text),
    language: 'php',
  },
  {
    name: "WordPress's `wp_remote_get`",
    file: 'wordpress-as-is.php',
    text: wordPress(''),
    language: 'php',
    needs: 'the [filter](../recipes/wordpress.md)',
  },
  {
    name: "PHP's streams (`file_get_contents`)",
    file: 'streams.php',
    text: streams,
    language: 'php',
    needs: 'curl, or a context with `proxy`',
  },
  {
    name: 'curl with certificates of its own (`--cacert`)',
    file: 'pinned.sh',
    text: `curl -sS --cacert /dev/null -u k: '${address}' || true`,
    language: 'sh',
    needs: 'those of `SSL_CERT_FILE`',
  },
  {name: 'curl that checks none (`-k`)', file: 'unchecked.sh', text: `curl -s -k -u k: '${address}'`, language: 'sh'},
  {name: "Bun's fetch", file: 'bun-fetch.mjs', text: fetching, language: 'bun'},
  {name: '`node:https` in Bun', file: 'bun-https.mjs', text: nodeHttps, language: 'bun'},
  {name: '`node:https` in a thread of Bun', file: 'bun-thread.mjs', text: bunThread, language: 'bun'},
  {name: "Deno's fetch", file: 'deno-fetch.mjs', text: fetching, language: 'denoWithNet'},
  {
    name: `\`node:https\` in Deno with ${permissions}`,
    file: 'deno-https.mjs',
    text: nodeHttps,
    language: 'deno',
  },
  {
    name: '`node:https` in Deno',
    file: 'deno-https-refused.mjs',
    text: nodeHttps,
    language: 'denoWithNet',
    needs: permissions,
    code: 1,
  },
];
