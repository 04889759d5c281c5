import {Agent, request as open} from 'node:http';

/** A request as sent. */
export interface SentRequest {
  readonly method: string;
  /** Path and query, encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The media type without parameters: `application/json`. */
  readonly contentType: string;
  readonly text: string;
  /** The parsed text if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the fuzz reads responses without declaring their shape
  readonly body: any;
}

export type Send = (request: SentRequest) => Promise<Reply>;

/** Sends requests to a server one after another; unlike `fetch`, with any method and an unmodified target. */
export function connect(url: string): {readonly send: Send; readonly close: () => void} {
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  const {hostname, port} = new URL(url);
  const send: Send = request => {
    const {method, target, headers, body} = request;
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : {'content-length': String(Buffer.byteLength(body))};
      const outgoing = open(
        {agent, hostname, port, method, path: target, headers: {...headers, ...length}},
        incoming => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => resolve(readReply(incoming.statusCode!, incoming.headers, Buffer.concat(chunks))));
        },
      );
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection at the moment that it is reused.
        const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
        (isStale ? send(request) : Promise.reject(error)).then(resolve, reject);
      });
      outgoing.end(body);
    });
  };
  return {send, close: () => agent.destroy()};
}

function readReply(status: number, headers: Reply['headers'], bytes: Buffer): Reply {
  const text = bytes.toString('utf8');
  const contentType = String(headers['content-type'] ?? '')
    .split(';')[0]!
    .trim();
  return {status, headers, contentType, text, body: contentType === 'application/json' ? readJson(text) : text};
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // for a HEAD; elsewhere no schema accepts undefined
  }
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Formats a request as a curl command. */
export function curlLine(url: string, {method, target, headers, body}: SentRequest): string {
  const option = method === 'HEAD' ? '-I' : method === 'GET' && body === undefined ? '' : `-X ${method}`;
  const all = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const data =
    body === undefined ? [] : [`--data-raw ${quote(body.length > 4000 ? `${body.slice(0, 4000)}...` : body)}`];
  return ['curl -sg', ...[option].filter(Boolean), ...all, ...data, quote(url + target)].join(' ');
}
