import {writeFileSync} from 'node:fs';
import {type IncomingMessage, request, type ServerResponse} from 'node:http';
import {createServer} from 'node:https';
import path from 'node:path';
import type {ExecutionContext} from 'ava';
import {listRequests, pagePath} from '../../src/cli/learn/requests.js';
import {makeAuthority} from '../../src/intercept/authority.js';
import {catalog} from '../../src/resources/index.js';
import {newFolder, runCli} from './cli.js';
import {plantedRecords} from './planted-account.js';
import {startTestSandbox} from './sandbox.js';

/** The host name of the service, which only processes of the tests can resolve. */
export const serviceName = 'crm.learned.example';

export const serviceKey = 'the-key-of-the-real-account';

/** Sends a response instead of the account's. @returns true if it did */
type Difference = (path: string, response: ServerResponse, request: IncomingMessage) => boolean | Promise<boolean>;

/** Starts a second sandbox as the service, with another seed, TLS, and its own name and key. */
export async function startService(t: ExecutionContext, differ: Difference = () => false) {
  const sandbox = await startTestSandbox(t, {seed: 7, constituents: 60, keys: [serviceKey]});
  await sandbox.seed({records: plantedRecords, baseline: true});
  const authority = await makeAuthority([serviceName], Date.parse('2026-01-01T00:00:00Z') + lead());
  const received: string[] = [];
  const server = createServer(await authority.issue([serviceName]), async (incoming, response) => {
    received.push(`${incoming.method} ${incoming.url}`);
    if (!(await differ(incoming.url!, response, incoming))) {
      const {method, headers, url} = incoming;
      const to = request(
        `${sandbox.url}${url}`,
        {method, headers: {...headers, host: new URL(sandbox.url).host}, agent: false},
        from => {
          response.writeHead(from.statusCode!, from.headers);
          from.pipe(response);
        },
      );
      incoming.pipe(to);
    }
  });
  const port = await new Promise<number>(resolve => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as {port: number}).port));
  });
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const cwd = await newFolder(t);
  const ca = path.join(cwd, 'ca.pem');
  writeFileSync(ca, authority.ca);
  const url = `https://${serviceName}:${port}`;
  const env = {NODE_OPTIONS: resolving, CRM_API_KEY: serviceKey};
  const trusting = {...env, NODE_EXTRA_CA_CERTS: ca};
  /** Runs `learn` in its own folder, in a process that trusts the service. */
  const start = (words: readonly string[], more: Readonly<Record<string, string>> = trusting) =>
    runCli(t, ['learn', ...words], more, cwd);
  return {
    sandbox,
    received,
    url,
    cwd,
    env,
    trusting,
    start,
    learn: (...words: string[]) => start([url, ...words]).ended,
  };
}

/** Milliseconds from the tests' frozen time to the real time, by which certificates are checked. */
const lead = () => performance.timeOrigin + performance.now() - Date.parse('2026-01-01T00:00:00Z');

/** Resolves the name of the service in a process. */
const resolving = `--import=data:text/javascript,${encodeURIComponent(
  `import dns from 'node:dns';
  const {lookup} = dns;
  dns.lookup = (name, ...rest) => lookup(name === '${serviceName}' ? '127.0.0.1' : name, ...rest);`,
)}`;

/** The paths of all requests that `learn` sends for short lists. */
export const learnedPaths = listRequests(catalog).map(request => pagePath(request));

/** Yields every scalar value of a document as text. */
export function* scalars(value: unknown): Generator<string> {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) {
      yield* scalars(inner);
    }
  } else if (value !== null) {
    yield String(value);
  }
}
