import {once} from 'node:events';
import type {RequestListener} from 'node:http';
import {setTimeout as after} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {startServer} from '../../../src/http/server.js';
import {fetchFrom} from '../../../src/sandbox/in-process/fetch.js';

const url = 'http://sandbox.test';

async function fetchOf(t: ExecutionContext, listener: RequestListener) {
  const server = await startServer(undefined);
  server.serve(listener);
  t.teardown(() => server.close(0));
  return Object.assign(fetchFrom(server, url), {close: server.close});
}

/** AVA does not accept a DOMException as an error. */
const failureOf = (promise: Promise<unknown>): Promise<Error | undefined> =>
  promise.then(
    () => undefined,
    error => error,
  );

const encode = (text: string) => new TextEncoder().encode(text);

test('a response keeps repeated headers, status text and URL', async t => {
  const fetch = await fetchOf(t, (_, response) => {
    response.writeHead(299, 'Fine', [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X', '1'],
      ['X', '2'],
    ]);
    response.end('x');
  });
  const response = await fetch(new URL('/a b?c=d#e', url));
  t.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
  t.is(response.headers.get('x'), '1, 2');
  t.deepEqual([response.status, response.statusText, response.url], [299, 'Fine', `${url}/a%20b?c=d#e`]);
});

test('a compressed response is decompressed, and a wrong Content-Encoding rejects the body', async t => {
  const fetch = await fetchOf(t, ({url}, response) => {
    response.setHeader('Content-Encoding', 'GZIP');
    response.end(url === '/' ? gzipSync('compressed') : 'plain');
  });
  t.is(await (await fetch('/')).text(), 'compressed');
  await t.throwsAsync((await fetch('/other')).text(), {instanceOf: TypeError, message: 'terminated'});
});

test('responses to HEAD and with status 204, 205 or 304 have no body', async t => {
  const fetch = await fetchOf(t, ({url = ''}, response) => {
    response.writeHead(Number(url.slice(1)), {'X-Status': url.slice(1)}).end();
  });
  for (const status of [204, 205, 304]) {
    const response = await fetch(`/${status}`);
    t.deepEqual([response.status, response.body, response.headers.get('x-status')], [status, null, `${status}`]);
  }
  const response = await fetch('/200', {method: 'HEAD'});
  t.deepEqual([response.body, await response.text()], [null, '']);
});

test('the Host header is the sandbox’s, whatever URL and headers a request has', async t => {
  const fetch = await fetchOf(t, ({headers: {host, connection, 'x-own': own}}, response) => {
    response.end([host, connection, own].join());
  });
  const headers = {host: 'evil.example', connection: 'keep-alive', 'transfer-encoding': 'chunked', 'x-own': '1'};
  const response = await fetch(new Request('https://api.example.com:8443/', {headers}));
  t.is(await response.text(), 'sandbox.test,close,1');
});

test('a body is sent with its length, and a streamed body in chunks', async t => {
  let send = (_: string | null): void => undefined;
  const fetch = await fetchOf(t, async (request, response) => {
    const lengths = [request.headers['content-length'], request.headers['transfer-encoding']];
    let body = '';
    for await (const chunk of request) {
      body += chunk;
      send(body === 'one' ? 'two' : null);
    }
    response.end(JSON.stringify([...lengths, body]));
  });
  for (const body of ['text', encode('text'), new Blob(['text'])]) {
    t.deepEqual(await (await fetch('/', {method: 'POST', body})).json(), ['4', null, 'text']);
  }
  t.deepEqual(await (await fetch('/', {method: 'POST'})).json(), ['0', null, '']);
  t.deepEqual(await (await fetch('/', {method: 'DELETE', body: 'text'})).json(), ['4', null, 'text']);
  const body = new ReadableStream({
    start: controller => {
      send = text => (text === null ? controller.close() : controller.enqueue(encode(text)));
      setTimeout(send, 20, 'one');
    },
  });
  // The second part is sent once the server has received the first.
  const response = await fetch('/', {method: 'POST', body, duplex: 'half'});
  t.deepEqual(await response.json(), [null, 'chunked', 'onetwo']);
});

test('an error in a streamed body rejects the request', async t => {
  const fetch = await fetchOf(t, request => void request.resume());
  const body = new ReadableStream({
    start: controller => {
      controller.enqueue(encode('one'));
      setTimeout(() => controller.error(new Error('no more')), 20);
    },
  });
  const error = await t.throwsAsync(fetch('/', {method: 'POST', body, duplex: 'half'}), {instanceOf: TypeError});
  t.is((error.cause as Error).message, 'no more');
});

test('a response is streamed with backpressure', async t => {
  let sent = 0;
  const fetch = await fetchOf(t, async (_, response) => {
    for (; sent < 64; sent += 1) {
      if (!response.write(Buffer.alloc(1024 * 1024, sent))) {
        await once(response, 'drain');
      }
    }
    response.end();
  });
  const {body} = await fetch('/');
  await after(50);
  t.true(sent < 8, `${sent} MiB are buffered`);
  let bytes = 0;
  for await (const chunk of body!) {
    bytes += chunk.length;
  }
  t.is(bytes, 64 * 1024 * 1024);
});

test('cancelling a response closes it on the server', async t => {
  let closed: Promise<unknown> | undefined;
  const fetch = await fetchOf(t, (_, response) => {
    closed = once(response, 'close');
    response.write('first');
  });
  const reader = (await fetch('/')).body!.getReader();
  t.is(Buffer.from((await reader.read()).value!).toString(), 'first');
  const pending = reader.read();
  await reader.cancel();
  t.true((await pending).done);
  await closed;
});

test('an abort rejects with its reason before, during and after the response', async t => {
  let requests = 0;
  const fetch = await fetchOf(t, ({url}, response) => {
    requests += 1;
    if (url === '/first-part') {
      response.write('first');
    }
  });
  const reason = new Error('enough');
  t.is(await failureOf(fetch('/', {signal: AbortSignal.abort(reason)})), reason);
  t.is(requests, 0);
  t.is((await failureOf(fetch('/', {signal: AbortSignal.timeout(20)})))?.name, 'TimeoutError');
  const controller = new AbortController();
  const response = await fetch('/first-part', {signal: controller.signal});
  const text = response.text();
  controller.abort();
  t.is((await failureOf(text))?.name, 'AbortError');
  t.is(requests, 2);
});

test('a response sent before the whole body has arrived is received, and the body is cancelled', async t => {
  const fetch = await fetchOf(t, (_, response) => {
    response.writeHead(413, {Connection: 'close'}).end('too large');
  });
  let isCancelled = false;
  const body = new ReadableStream({
    pull: async controller => {
      controller.enqueue(new Uint8Array(100_000));
      await after(1);
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const response = await fetch('/', {method: 'POST', body, duplex: 'half'});
  t.deepEqual([response.status, await response.text()], [413, 'too large']);
  await after(50);
  t.true(isCancelled);
});

test('close() waits for requests in flight, but not for unread responses', async t => {
  const fetch = await fetchOf(t, ({url}, response) => {
    setTimeout(() => response.end('done'), url === '/slow' ? 100 : 0);
  });
  await fetch('/');
  const slow = fetch('/slow');
  await after(20);
  const start = performance.now();
  await fetch.close();
  t.true(performance.now() - start < 1000);
  t.is(await (await slow).text(), 'done');
  const error = await t.throwsAsync(fetch('/'), {instanceOf: TypeError, message: 'fetch failed'});
  t.like(error.cause, {code: 'ECONNREFUSED', message: 'The sandbox is closed'});
});

test('close() aborts requests that outlast its timeout', async t => {
  const fetch = await fetchOf(t, () => undefined);
  const never = t.throwsAsync(fetch('/'), {instanceOf: TypeError});
  await fetch.close(50);
  t.like((await never).cause, {code: 'ECONNRESET'});
});

test('an invalid URL or init is rejected with a TypeError, as by the global fetch', async t => {
  const fetch = await fetchOf(t, (_, response) => void response.end());
  await t.throwsAsync(fetch('api/v1/funds'), {instanceOf: TypeError, message: /Failed to parse URL/});
  await t.throwsAsync(fetch('/', {method: 'GET', body: 'x'}), {instanceOf: TypeError});
});
