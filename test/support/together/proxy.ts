import {once} from 'node:events';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';

/** Starts a proxy between a node and its database. */
export async function startProxy(port: number) {
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let isCut = false;
  let delay = 0;
  /** Data that the connections open at the time of `hold` have sent since. */
  let held: Map<Socket, Buffer[]> | undefined;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const server = createServer(client => {
    track(client);
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    track(upstream);
    client.on('data', (chunk: Buffer) => {
      const buffer = held?.get(upstream);
      if (buffer === undefined) {
        upstream.write(chunk);
      } else {
        buffer.push(chunk);
      }
    });
    upstreams.add(upstream);
    upstream.on('data', (chunk: Buffer) => {
      setTimeout(() => client.destroyed || client.write(chunk), delay);
    });
    upstream.once('close', () => setTimeout(() => client.destroy(), delay));
    client.once('close', () => held?.has(upstream) || upstream.destroy());
    upstream.once('close', () => upstreams.delete(upstream));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const end = () => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends all connections. @param refuse true if new ones end too */
    cut(refuse: boolean) {
      isCut = refuse;
      end();
    },
    mend() {
      isCut = false;
      delay = 0;
    },
    /** Delays responses of the database. */
    delayBy(milliseconds: number) {
      delay = milliseconds;
    },
    /** Holds back data from open connections. New connections are not affected. */
    hold() {
      held = new Map(Array.from(upstreams, upstream => [upstream, []]));
    },
    /** Sends the held data to the database, even if the client no longer waits. */
    release() {
      for (const [upstream, chunks] of held ?? []) {
        upstream.write(Buffer.concat(chunks));
      }
      held = undefined;
    },
    close() {
      server.close();
      end();
    },
  };
}

export type TestProxy = Awaited<ReturnType<typeof startProxy>>;
