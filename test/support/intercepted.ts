import {once} from 'node:events';
import {request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders} from 'node:http';
import {connect as connectHttp2} from 'node:http2';
import {request as httpsRequest} from 'node:https';
import type {Socket} from 'node:net';
import {connect as connectTls} from 'node:tls';
import type {ExecutionContext} from 'ava';
import type {Interception, InterceptOptions} from '../../src/intercept/interception.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {startTestSandbox} from './sandbox.js';

/** The intercepted host of all tests. It does not exist. */
export const host = 'api.example.com';

export const basic = (key: string) => ({authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`});

/** Starts a sandbox that intercepts the host. */
export async function startIntercepted(
  t: ExecutionContext,
  intercept: Partial<InterceptOptions> = {},
  options: StartOptions = {},
) {
  const sandbox = await startTestSandbox(t, {...options, intercept: {hosts: [host], ...intercept}});
  return {...sandbox, interception: sandbox.interception!};
}

export interface ProxiedResponse {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  readonly servername?: string;
  readonly socket?: Socket;
}

/** Sends a request to the listener, as a redirected client does. */
export function requestFromListener(
  {port, ca}: Pick<Interception, 'port' | 'ca'>,
  path: string,
  {method = 'GET', headers = basic('a-key-of-the-service'), body, servername = host, socket}: Sent = {},
): Promise<ProxiedResponse> {
  return new Promise((resolve, reject) => {
    const to = socket === undefined ? {host: '127.0.0.1', port} : {socket};
    const request = httpsRequest(
      {...to, servername, ca, path, method, agent: false, headers: {host, ...headers}},
      response => {
        let text = '';
        response.setEncoding('utf8').on('data', chunk => {
          text += chunk;
        });
        response.on('end', () => resolve({status: response.statusCode, headers: response.headers, text}));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends a request over HTTP/2. @throws the error that ended the stream */
export async function requestHttp2(
  t: ExecutionContext,
  {port, ca}: Pick<Interception, 'port' | 'ca'>,
  path: string,
  headers: Readonly<Record<string, string>> = basic('a-key-of-the-service'),
  body?: string,
): Promise<{readonly status: number | undefined; readonly text: string}> {
  const session = connectHttp2(`https://${host}`, {
    createConnection: () => connectTls({host: '127.0.0.1', port, servername: host, ca, ALPNProtocols: ['h2']}),
  });
  t.teardown(() => session.destroy());
  const failed = new Promise<never>((_resolve, reject) => session.on('error', reject));
  const stream = session.request({':path': path, ':method': body === undefined ? 'GET' : 'POST', ...headers});
  stream.end(body);
  const received = async () => {
    let status: number | undefined;
    stream.on('response', headers => {
      status = headers[':status'];
    });
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) {
      text += chunk;
    }
    return {status, text};
  };
  return Promise.race([failed, received()]);
}

/** Opens a tunnel through a proxy. @returns the status, and the connection with all later bytes */
export async function openTunnel(t: ExecutionContext, proxy: string, to: string) {
  const {hostname, port} = new URL(proxy);
  const request = httpRequest({host: hostname, port, method: 'CONNECT', path: to, agent: false});
  request.end();
  const [response, socket, head] = (await once(request, 'connect')) as [{statusCode: number}, Socket, Buffer];
  t.teardown(() => socket.destroy());
  if (head.length > 0) {
    socket.unshift(head);
  }
  return {status: response.statusCode, socket};
}

/** Sends a request with an absolute URL to a proxy. */
export async function requestFromProxy(
  proxy: string,
  address: string,
  headers: OutgoingHttpHeaders = {},
): Promise<ProxiedResponse> {
  const {hostname, port} = new URL(proxy);
  const allHeaders = {host: new URL(address).host, ...headers};
  const request = httpRequest({host: hostname, port, path: address, agent: false, headers: allHeaders});
  request.end();
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
  }
  return {status: response.statusCode, headers: response.headers, text};
}

/** A program that sends a request through the proxy in the environment, like clients in other languages. */
export const proxyClient = (host: string, path: string, key = 'live-secret') => `
  import {readFileSync} from 'node:fs';
  import {request} from 'node:http';
  import {connect} from 'node:tls';
  const proxy = new URL(process.env.https_proxy);
  const ca = readFileSync(process.env.SSL_CERT_FILE, 'utf8');
  const tunnel = request({host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: '${host}:443'}).end();
  tunnel.on('connect', (response, socket) => {
    const secure = connect({socket, servername: '${host}', ca});
    secure.write('GET ${path} HTTP/1.1\\r\\nHost: ${host}\\r\\nAuthorization: Bearer ${key}\\r\\nConnection: close\\r\\n\\r\\n');
    secure.setEncoding('utf8').on('data', text => process.stdout.write(text));
  });`;
