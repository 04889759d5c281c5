import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import test from 'ava';
import {startServer} from '../../src/http/server.js';

/** A client that sends an invalid request, reads the response and keeps its side of the connection open. */
async function hang(port: number, sent: string): Promise<{readonly text: string; readonly socket: Socket}> {
  const socket = connect({port, host: '127.0.0.1', allowHalfOpen: true});
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(sent);
  await once(socket, 'end');
  return {text, socket};
}

test('the server closes the connection of an invalid request even if the client keeps its side open', async t => {
  const server = await startServer({port: 0, host: '127.0.0.1'});
  server.serve((_, response) => response.end());
  t.teardown(() => server.close(0));
  for (const [sent, status] of [
    ['NONSENSE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n', 400],
  ] as const) {
    const {text, socket} = await hang(server.port, sent);
    t.is(text.slice(9, 12), String(status));
    const until = performance.now() + 60_000;
    while ((await server.connections()) > 0 && performance.now() < until) {
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    t.is(await server.connections(), 0, `the connection is closed after a ${status}`);
    socket.destroy();
  }
});
