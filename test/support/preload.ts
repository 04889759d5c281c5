import {spawn} from 'node:child_process';
import {copyFileSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {mkdir, realpath, writeFile} from 'node:fs/promises';
import {createServer, type IncomingMessage, type Server} from 'node:http';
import {createSecureServer, type Http2ServerRequest} from 'node:http2';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {createServer as createTlsServer} from 'node:tls';
import {fileURLToPath} from 'node:url';
import {packageFolder} from '../../src/version.js';
import {type Ended, newFolder, type Undo, watch} from './cli.js';

/** The preload that `exec` adds to Node processes. */
export const preload = fileURLToPath(new URL('dist/bundle/preload.cjs', packageFolder));

const certificates = new URL('test/preload/certificates/', packageFolder);

/** The folder of a run. The preload writes reports next to the certificate. */
const folder = mkdtempSync(path.join(tmpdir(), 'crm-sandbox-run-'));
process.once('exit', () => rmSync(folder, {recursive: true, force: true}));

/** The authority that signed the certificate of the host. */
export const authority = path.join(folder, 'ca.pem');
copyFileSync(new URL('ca.pem', certificates), authority);

/** A host that does not exist in any DNS. */
export const named = 'api.crm.invalid';

/** A received request. */
export interface Got {
  readonly way: 'http' | 'tls';
  readonly version: string;
  readonly host: string | undefined;
  readonly caller: string | undefined;
}

/** Starts a plain HTTP server, and a TLS server for the named host with HTTP/2. They record requests by path. */
export async function startServers(t: Undo) {
  const got = new Map<string, Got>();
  const keep =
    (way: Got['way']) => (request: IncomingMessage | Http2ServerRequest, reply: {end(text: string): void}) => {
      const {host = request.headers[':authority'], 'x-sandbox-caller': caller} = request.headers;
      got.set(request.url!, {
        way,
        version: request.httpVersion,
        host: host as string,
        caller: caller as string | undefined,
      });
      reply.end('{}');
    };
  const plain = createServer(keep('http'));
  const secure = createSecureServer(
    {
      cert: readFileSync(new URL('leaf.pem', certificates)),
      key: readFileSync(new URL('leaf.key', certificates)),
      allowHTTP1: true,
    },
    keep('tls'),
  );
  const [plainPort, port] = await Promise.all([portOf(plain), portOf(secure as unknown as Server)]);
  t.teardown(() => {
    plain.close();
    plain.closeAllConnections();
    secure.close();
  });
  return {got, port, plainPort, url: `http://127.0.0.1:${plainPort}`};
}

/** Starts a server for the same host with another authority's certificate, like the real service. @returns its port */
export async function startStranger(t: Undo): Promise<number> {
  const [cert, key] = ['stranger.pem', 'stranger.key'].map(name => readFileSync(new URL(name, certificates)));
  const server = createTlsServer({cert, key}, socket => socket.on('error', () => undefined).end()).on(
    'tlsClientError',
    () => undefined,
  );
  t.teardown(() => server.close());
  return portOf(server as unknown as Server);
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Creates the folder of a user project with files. */
export async function projectOf(t: Undo, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await newFolder(t));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), {recursive: true});
    await writeFile(file, text);
  }
  return folder;
}

/** Runs Node in a folder, with the preload unless NODE_OPTIONS is given. */
export function runNode(
  t: Undo,
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const variables = Object.entries(process.env).filter(([name]) => !/^(?:CRM_SANDBOX_|NODE_)/.test(name));
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: {...Object.fromEntries(variables), NODE_OPTIONS: `--require ${preload}`, ...env},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  return watch(child).ended;
}

/** The line of a file that contains a text, in the form of a caller. */
export const lineOf = (file: string, text: string, part: string): string =>
  `${file}:${text.split('\n').findIndex(line => line.includes(part)) + 1}`;
