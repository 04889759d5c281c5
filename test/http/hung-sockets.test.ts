import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import test from 'ava';
import {startServer} from '../../src/http/server.js';

/** A client that sends what can't be read, takes the answer, and keeps its own side open for as long as it can. */
async function hang(port: number, sent: string): Promise<{readonly answer: string; readonly socket: Socket}> {
  const socket = connect({port, host: '127.0.0.1', allowHalfOpen: true});
  let answer = '';
  socket.on('data', chunk => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(sent);
  await once(socket, 'end');
  return {answer, socket};
}

test('a client that is refused before it is read holds no connection, however long it keeps its side', async t => {
  const server = await startServer({port: 0, host: '127.0.0.1'});
  server.serve((_, response) => response.end());
  t.teardown(() => server.close(0));
  for (const [sent, status] of [
    ['NONSENSE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n', 400],
  ] as const) {
    const {answer, socket} = await hang(server.port, sent);
    t.is(answer.slice(9, 12), String(status));
    const until = performance.now() + 60_000;
    while ((await server.connections()) > 0 && performance.now() < until) {
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    t.is(await server.connections(), 0, `after a ${status} the server lets go`);
    socket.destroy();
  }
});
