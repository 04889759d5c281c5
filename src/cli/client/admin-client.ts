import type {IncomingMessage} from 'node:http';
import {text as readText} from 'node:stream/consumers';
import {parsedJson} from '../../schema/formats.js';
import {CommandError} from '../command-error.js';
import {codeOf, descriptionIn, notASandbox, requestHealth, send} from './http-client.js';

const root = '/_sandbox';

/** Undefined and false parameters are omitted. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== false);
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, `${value}`])).toString();
  return text === '' ? path : `${path}?${text}`;
}

export class Client {
  private constructor(
    readonly url: string,
    readonly key: string,
    readonly adminKey: string | undefined,
  ) {}

  /** @throws CommandError if no sandbox responds at the address; no other request is then sent */
  static async connect(url: string, key: string, adminKey?: string): Promise<Client> {
    if ((await requestHealth(url)) === undefined) {
      throw notASandbox(url, 'GET /health failed');
    }
    return new Client(url, key, adminKey);
  }

  get<T>(path: string, query?: Query): Promise<T> {
    return this.send('GET', path, undefined, query);
  }

  /** @param body an object, or JSON from a file */
  async send<T>(method: string, path: string, body?: object | Buffer, query?: Query): Promise<T> {
    return parsedJson(await readText(await this.open(method, path, query, body))) as T;
  }

  /** Returns the response as a stream. @throws CommandError with the sandbox's error message */
  async open(method: string, path: string, query: Query = {}, content?: object | Buffer): Promise<IncomingMessage> {
    const body = Buffer.isBuffer(content) || content === undefined ? content : JSON.stringify(content);
    const headers = {
      Authorization: `Bearer ${this.key}`,
      ...(this.adminKey !== undefined && {'X-Admin-Key': this.adminKey}),
      ...(body !== undefined && {'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(body)}`}),
    };
    const response = await send(this.url, withQuery(`${root}${path}`, query), {method, headers, body}).catch(error => {
      throw new CommandError(`The sandbox at ${this.url} broke off without an answer (${codeOf(error)})`);
    });
    if (response.statusCode !== 200) {
      throw refusal(this.url, response.statusCode, await readText(response));
    }
    return response;
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
  const reply = parsedJson(text);
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
