import {Agent, type IncomingMessage, request as startRequest} from 'node:http';
import {text as readText} from 'node:stream/consumers';

/** One for all tests of a worker. A `fetch` takes more than twice the time of the reply that it waits for. */
const agent = new Agent({keepAlive: true});

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends one request over HTTP, and reads the whole answer. @throws where the connection breaks */
export async function ask(url: string | URL, sent: Sent): Promise<Answer> {
  const response = await send(url, sent);
  const headers = new Headers();
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    headers.append(response.rawHeaders[index]!, response.rawHeaders[index + 1]!);
  }
  return {status: response.statusCode!, headers, text: await readText(response)};
}

function send(url: string | URL, sent: Sent): Promise<IncomingMessage> {
  const {method, headers, body} = sent;
  const length = body === undefined ? undefined : {'content-length': Buffer.byteLength(body)};
  return new Promise((resolve, reject) => {
    const request = startRequest(url, {method, headers: {...length, ...headers}, agent}, resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server closes a connection that nobody used for a while, at times just when it is used again.
      if (request.reusedSocket && error.code === 'ECONNRESET') {
        send(url, sent).then(resolve, reject);
      } else {
        reject(error);
      }
    });
    request.end(body);
  });
}
