import {channel} from 'node:diagnostics_channel';
import type {ClientRequest, IncomingMessage} from 'node:http';
import {pipeline} from 'node:stream';
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
const usualHeaders = {accept: '*/*', 'accept-encoding': 'gzip, deflate', 'user-agent': 'node'};

/** Headers that belong to the connection. A request prepared for another client may have them. */
const ofConnection = /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/;

const callers = channel(fetchChannel);

export function fetchFrom({connect}: Pick<RunningServer, 'connect'>, sandboxUrl: string): typeof fetch {
  const {origin: ownOrigin, host} = new URL(sandboxUrl);
  return async (input, init) => {
    const request = new Request(typeof input === 'string' && input.startsWith('/') ? ownOrigin + input : input, init);
    const {method, signal, body} = request;
    signal.throwIfAborted();
    const headers = new Headers(request.headers);
    callers.publish(headers); // before any await, so that the stack includes the user's line
    const given = Object.fromEntries([...headers].filter(([name]) => !ofConnection.test(name)));
    const {origin, pathname, search} = new URL(request.url);
    const sent = new OwnClientRequest({
      method,
      path: pathname + search,
      headers: {host, ...usualHeaders, ...given},
      signal,
      createConnection: () => connect(origin === ownOrigin ? undefined : origin),
    });
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve);
      sent.on('error', cause => reject(failureOf('fetch failed', cause, signal)));
      sendBody(sent, body).catch(error => sent.destroy(error));
    });
    return Object.defineProperty(responseOf(message, request), 'url', {value: request.url});
  };
}

/** The error of the global `fetch`: the reason of an abort, or a TypeError for a broken connection. */
const failureOf = (message: string, cause: Error, {aborted, reason}: AbortSignal): unknown =>
  aborted ? reason : new TypeError(message, {cause});

/** Sends a body as it arrives; a complete one gets a `Content-Length`. */
async function sendBody(sent: ClientRequest, body: Request['body']): Promise<void> {
  const reader = body?.getReader();
  sent.once('close', () => reader?.cancel().catch(() => undefined));
  const first = (await reader?.read())?.value;
  if (reader === undefined || first === undefined) {
    sent.end();
    return;
  }
  const following = reader.read();
  const next = await Promise.race([following, setImmediate()]);
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

function responseOf(message: IncomingMessage, request: Request): Response {
  const {statusCode: status = 0, statusMessage: statusText = '', headersDistinct} = message;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const hasBody = request.method !== 'HEAD' && !withoutBody.has(status);
  return new Response(hasBody ? bodyOf(message, request) : null, {status, statusText, headers});
}

function bodyOf(message: IncomingMessage, {signal}: Request): ReadableStream<Uint8Array> {
  const inflater = inflaters.get(message.headers['content-encoding']?.trim().toLowerCase() ?? '')?.();
  const body = inflater === undefined ? message : pipeline(message, inflater, () => undefined);
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
        body.on('error', cause => controller.error(failureOf('terminated', cause, signal)));
      },
      pull: () => void body.resume(),
      cancel: () => void body.destroy(),
    },
    {highWaterMark: body.readableHighWaterMark, size: ({byteLength}) => byteLength},
  );
}
