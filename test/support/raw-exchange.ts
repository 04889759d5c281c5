import {connect} from 'node:net';

/** The course of a connection after the request. */
export interface RawExchange {
  /** All received text. */
  readonly text: string;
  /** The server closed (FIN) or reset (RST) the connection, or neither before the client's timeout. */
  readonly end: 'closed' | 'reset' | 'open';
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The number of chunks received. */
  readonly pieces: number;
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly body?: unknown;
  readonly key?: string;
  /** Milliseconds after which the client disconnects. Default: when the response is complete */
  readonly patience?: number;
}

/** Sends a request over a new keep-alive connection. @returns the response and the end of the connection */
export function exchangeRaw(
  port: number,
  {method = 'POST', path = '/api/v1/groups', body, key = 'sandbox-key', patience}: RawRequest = {},
): Promise<RawExchange> {
  const sent = body === undefined ? '' : JSON.stringify(body);
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    const pieces: Buffer[] = [];
    let end: RawExchange['end'] = 'open';
    const timer = setTimeout(() => socket.destroy(), patience ?? 120_000);
    socket.setNoDelay(true);
    socket.on('data', piece => {
      pieces.push(piece);
      if (patience === undefined && isWhole(Buffer.concat(pieces))) {
        socket.destroy();
      }
    });
    socket.on('end', () => {
      end = 'closed';
    });
    socket.on('error', error => {
      end = (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? 'reset' : end;
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({...parsed(Buffer.concat(pieces)), end, pieces: pieces.length});
    });
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n` +
        `${body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(sent)}\r\n`}\r\n${sent}`,
    );
  });
}

function parsed(bytes: Buffer) {
  const text = bytes.toString();
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(line) ?? [];
  const headers = Object.fromEntries(
    lines.map(each => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 1).trim()]),
  );
  return {text, status: status === undefined ? undefined : Number(status), headers, body: rest.join('\r\n\r\n')};
}

function isWhole(bytes: Buffer): boolean {
  const {headers, body} = parsed(bytes);
  return headers['content-length'] !== undefined && Buffer.byteLength(body) >= Number(headers['content-length']);
}
