import type {IncomingMessage} from 'node:http';
import {text as readText} from 'node:stream/consumers';
import {CommandError} from '../command-error.js';
import {askHealth, codeOf, descriptionIn, notASandbox, send} from './http-client.js';

const root = '/_sandbox';

interface ClientOptions {
  readonly url: string;
  readonly key: string;
  readonly adminKey?: string | undefined;
}

/** A client for the `/_sandbox` API of a running sandbox. */
export class Client {
  readonly url: string;
  readonly key: string;
  readonly adminKey: string | undefined;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor({url, key, adminKey}: ClientOptions) {
    this.url = url;
    this.key = key;
    this.adminKey = adminKey;
    this.#headers = {
      Authorization: `Bearer ${key}`,
      ...(adminKey !== undefined && {'X-Admin-Key': adminKey}),
    };
  }

  /** @throws CommandError if no sandbox responds at the address; no other request is sent then */
  static async connect(options: ClientOptions): Promise<Client> {
    if ((await askHealth(options.url)) === undefined) {
      throw notASandbox(options.url, 'GET /health failed');
    }
    return new Client(options);
  }

  get<T>(path: string): Promise<T> {
    return this.#reply('GET', path);
  }

  /** @param body an object, or JSON as read from a file */
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object | Buffer): Promise<T> {
    return this.#reply(method, path, Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body));
  }

  /** Returns the response as a stream. @throws CommandError with the sandbox's error message */
  async open(method: string, path: string, body?: string | Buffer): Promise<IncomingMessage> {
    const headers = {
      ...this.#headers,
      ...(body !== undefined && {'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(body)}`}),
    };
    const question = {method, headers, ...(body !== undefined && {body})};
    const response = await send(this.url, `${root}${path}`, question).catch(error => {
      throw new CommandError(`The sandbox at ${this.url} broke off without an answer (${codeOf(error)})`);
    });
    if (response.statusCode !== 200) {
      throw refusal(this.url, response.statusCode, await readText(response));
    }
    return response;
  }

  async #reply<T>(method: string, path: string, body?: string | Buffer): Promise<T> {
    const text = await readText(await this.open(method, path, body));
    return parse(text) as T;
  }
}

export class Refused extends CommandError {
  constructor(
    message: string,
    readonly status: number,
    readonly reply: object,
  ) {
    super(message);
  }
}

function refusal(url: string, status: number | undefined, text: string): CommandError {
  const reply = parse(text);
  const description = descriptionIn(reply);
  if (status === 401) {
    return new CommandError(`The sandbox at ${url} does not know this key; see --key and CRM_SANDBOX_KEY`);
  }
  if (status === 404 && description?.includes(`"${root}`)) {
    return new CommandError(`The sandbox at ${url} has no ${root}: it was started with --no-admin`);
  }
  if (description !== undefined && status !== undefined) {
    return new Refused(description, status, reply as object);
  }
  return new CommandError(`The sandbox at ${url} answered ${status}: ${text.slice(0, 500)}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
