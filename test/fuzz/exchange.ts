import type {Contract, Operation} from './contract.js';
import type {Coverage} from './coverage.js';
import {misfits} from './json-schema.js';
import {curlLine, type Reply, type Send, type SentRequest} from './wire.js';

/** A server under test, with access to its state and reported errors. */
export interface Server {
  readonly url: string;
  readonly key: string;
  /** A key that can only read. */
  readonly readOnlyKey: string;
  /** A key without any access. */
  readonly blockedKey: string;
  readonly send: Send;
  /** Restores the initial state. */
  reset(): Promise<void>;
  /** Saves the current state for `changes`. */
  mark(): Promise<void>;
  /** Returns the number of records created, changed or deleted since `mark`. */
  changes(): Promise<number>;
  /** The internal errors that the server reported. */
  faults(): readonly unknown[];
}

/** A response that the document does not allow. */
export class ContractFailure extends Error {
  override readonly name = 'ContractFailure';
}

/** Returns the message of a ContractFailure. @throws any other error */
export function failureOf(error: unknown): string {
  if (error instanceof ContractFailure) {
    return error.message;
  }
  throw error;
}

export interface Subject {
  readonly contract: Contract;
  readonly server: Server;
  readonly coverage: Coverage;
}

/** The requests of one run, sent one after another; a response that the document does not allow ends the run. */
export class Exchange {
  readonly #subject: Subject;
  readonly #lines: string[] = [];

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  /**
   * Sends a request and checks the response.
   * @param operation the operation that declares the response; without one, the response must be a standard error
   * @param expected the allowed statuses
   * @throws ContractFailure
   */
  async request(request: SentRequest, operation: Operation | undefined, expected: readonly number[]): Promise<Reply> {
    const {server, coverage} = this.#subject;
    this.#lines.push(curlLine(server.url, request));
    const faults = server.faults().length;
    await server.mark();
    const reply = await server
      .send(request)
      .catch((error: Error) => this.#fail(`the connection failed: ${error.message}`));
    coverage.count(reply.status);
    const wrong = server
      .faults()
      .slice(faults)
      .map(fault => `the server reported ${fault}`);
    this.require(wrong.length === 0, wrong.join('; '), reply);
    this.require(reply.status < 500, `the status is ${reply.status}`, reply);
    this.#checkResponse(request, operation, reply);
    this.require(
      expected.includes(reply.status),
      `the status is ${reply.status}, and not ${expected.join(' or ')}`,
      reply,
    );
    if (reply.status >= 400 || request.method === 'GET' || request.method === 'HEAD') {
      this.require((await server.changes()) === 0, 'it changed something all the same', reply);
    }
    return reply;
  }

  /** @throws ContractFailure with every request of the run, if the condition does not hold */
  require(holds: boolean, message: string, {status, contentType, text}: Reply): void {
    if (!holds) {
      this.#fail(message, `${status} ${contentType} ${text.slice(0, 1000)}`);
    }
  }

  #fail(message: string, ...response: readonly string[]): never {
    throw new ContractFailure([message, ...this.#lines, ...response].join('\n    '));
  }

  #checkResponse({method}: SentRequest, operation: Operation | undefined, reply: Reply): void {
    const {status, contentType, body, headers} = reply;
    if (method === 'HEAD') {
      this.require(reply.text === '', 'a HEAD has a body', reply);
      return;
    }
    if (operation === undefined) {
      const wrong = misfits(this.#subject.contract.error, body);
      this.require(wrong.length === 0 && contentType === 'application/json', `no usual error: ${wrong}`, reply);
      return;
    }
    const response = operation.responses.get(status);
    this.require(response !== undefined, `${operation.id} does not declare the status ${status}`, reply);
    const schema = response!.schemas.get(contentType);
    this.require(schema !== undefined, `${operation.id} declares no ${contentType} for ${status}`, reply);
    const wrong = misfits(schema!, body);
    this.require(
      wrong.length === 0,
      `the reply of ${operation.id} is not as declared: ${wrong.slice(0, 5).join('; ')}`,
      reply,
    );
    const missing = response!.headers.filter(name => headers[name.toLowerCase()] === undefined);
    this.require(missing.length === 0, `the reply lacks the header ${missing.join(', ')}`, reply);
  }
}
