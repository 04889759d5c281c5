import {Agent, type IncomingMessage, request as startRequest} from 'node:http';
import {text as readText} from 'node:stream/consumers';

/** Shared by all tests of a worker. `fetch` would take more than twice as long as the response itself. */
const agent = new Agent({keepAlive: true});

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends an HTTP request and reads the whole response. @throws if the connection breaks */
export async function sendRequest(url: string | URL, sent: Sent): Promise<TestResponse> {
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
      // The server may close an idle connection just as it is used again.
      if (request.reusedSocket && error.code === 'ECONNRESET') {
        send(url, sent).then(resolve, reject);
      } else {
        reject(error);
      }
    });
    request.end(body);
  });
}
