import {connect} from 'node:net';

/** Sends raw bytes. @returns everything received until the server closes the connection */
export function sendRaw(port: number, ...parts: ReadonlyArray<string | Buffer>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.setTimeout(60_000, () => socket.destroy(new Error('the server keeps the connection open')));
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    for (const part of parts) {
      socket.write(part);
    }
  });
}

/** Sends a GET request with a Host header. */
export const getByHost = (port: number, host: string, path = '/health') =>
  sendRaw(
    port,
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer sandbox-key\r\nConnection: close\r\n\r\n`,
  );
