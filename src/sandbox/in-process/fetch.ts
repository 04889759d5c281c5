import {channel} from 'node:diagnostics_channel';
import type {ClientRequest, IncomingMessage} from 'node:http';
import {pipeline, type Readable} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {inflaters} from '../../http/body-stream.js';
import {OwnClientRequest} from '../../http/connection-pair.js';
import type {RunningServer} from '../../http/server.js';
import {fetchChannel} from '../../preload/caller/frames.js';

/** The type of the global `fetch`, if the compiler knows it: the DOM library and Node's types declare it. */
export type Fetch = typeof globalThis extends {readonly fetch: infer Known}
  ? Known
  : (input: string | object, init?: object) => Promise<unknown>;

/** Headers that Node's own `fetch` adds. */
const usualHeaders = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
};

/** Headers that the connection decides. A request that was made for another client may have them. */
const ofConnection = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const callers = channel(fetchChannel);

export function fetchFrom({connect}: Pick<RunningServer, 'connect'>, sandboxUrl: string): typeof fetch {
  const {origin: ownOrigin, host} = new URL(sandboxUrl);
  return async (input, init) => {
    const isPath = typeof input === 'string' && input.startsWith('/');
    const request = new Request(isPath ? ownOrigin + input : input, init);
    request.signal.throwIfAborted();
    const headers = new Headers(request.headers);
    if (callers.hasSubscribers) {
      callers.publish(headers); // before anything is awaited, so that the stack leads to the user's line
    }
    for (const name of ofConnection) {
      headers.delete(name);
    }
    const {origin, pathname, search} = new URL(request.url);
    const sent = new OwnClientRequest({
      method: request.method,
      path: pathname + search,
      headers: {host, ...usualHeaders, ...Object.fromEntries(headers)},
      createConnection: () => connect(origin === ownOrigin ? undefined : origin),
    });
    const response = await responseTo(sent, request);
    return Object.defineProperty(response, 'url', {value: request.url});
  };
}

/** Rejects with the reason of an abort, or with a TypeError for a connection that breaks, as the global `fetch` does. */
function responseTo(sent: ClientRequest, {body, method, signal}: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    const failure = (message: string, cause: unknown) =>
      signal.aborted ? signal.reason : new TypeError(message, {cause});
    const abort = () => sent.destroy();
    sent.on('error', error => reject(failure('fetch failed', error)));
    sent.once('close', () => signal.removeEventListener('abort', abort));
    sent.once('response', message => {
      try {
        resolve(responseOf(message, method, error => failure('terminated', error)));
      } catch (error) {
        sent.destroy(error as Error);
      }
    });
    signal.addEventListener('abort', abort);
    sendBody(sent, body).catch(error => sent.destroy(error));
  });
}

/** Sends a body as it arrives; one that is there as a whole has a `Content-Length`. */
async function sendBody(sent: ClientRequest, body: Request['body']): Promise<void> {
  if (body === null) {
    sent.end();
    return;
  }
  const reader = body.getReader();
  sent.once('close', () => reader.cancel().catch(() => undefined));
  const {value: first} = await reader.read();
  const following = reader.read();
  const next = await Promise.race([following, setImmediate()]);
  if (first === undefined) {
    sent.end();
    return;
  }
  if (next?.done) {
    sent.setHeader('content-length', first.byteLength);
    sent.end(first);
    return;
  }
  sent.setHeader('transfer-encoding', 'chunked');
  await written(sent, first);
  for (let part = await following; !part.done; part = await reader.read()) {
    await written(sent, part.value);
  }
  sent.end();
}

const written = (sent: ClientRequest, chunk: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => sent.write(chunk, error => (error ? reject(error) : resolve())));

const withoutBody = new Set([204, 205, 304]);

function responseOf(message: IncomingMessage, method: string, failure: (error: Error) => unknown): Response {
  const {statusCode: status = 0, statusMessage: statusText = '', rawHeaders} = message;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  if (method === 'HEAD' || withoutBody.has(status)) {
    message.resume();
    return new Response(null, {status, statusText, headers});
  }
  const inflater = inflaters.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '')?.();
  const body = inflater === undefined ? message : pipeline(message, inflater, () => undefined);
  return new Response(streamOf(body, failure), {status, statusText, headers});
}

function streamOf(body: Readable, failure: (error: Error) => unknown): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start: controller => {
        body.on('data', (chunk: Buffer) => {
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) {
            body.pause();
          }
        });
        body.once('end', () => controller.close());
        body.on('error', error => controller.error(failure(error)));
      },
      pull: () => void body.resume(),
      cancel: () => void body.destroy(),
    },
    {highWaterMark: body.readableHighWaterMark, size: ({byteLength}) => byteLength},
  );
}
