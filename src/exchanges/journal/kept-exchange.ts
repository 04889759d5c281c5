import {createHash} from 'node:crypto';
import {limits} from '../../limits.js';
import type {Issue} from '../../schema/issue.js';
import {memoizeWeakly} from '../../store/caching.js';
import {type Exchange, type FullExchange, noIssues} from '../exchange.js';

/** Bytes of an exchange, a query parameter and an issue beyond their texts; measured and rounded up. */
const [fixedBytes, parameterBytes, issueBytes] = [1536, 100, 500];

/** Characters of a field name in an issue. */
const longestName = 200;

/**
 * An exchange without states, and with bodies of limited length. The body is parsed again on demand, because parsed
 * JSON may take ten times the memory.
 */
export class KeptExchange implements Exchange {
  // A class with fields set once takes 50 ns; a spread, or a literal with a getter, takes 5,000 (Node 20).
  declare readonly seq: number;
  declare readonly order: number | undefined;
  declare readonly at: string;
  declare readonly receivedAt: number;
  declare readonly account: Exchange['account'];
  declare readonly surface: Exchange['surface'];
  declare readonly key: Exchange['key'];
  declare readonly unreadKey: Exchange['unreadKey'];
  declare readonly client: Exchange['client'];
  declare readonly method: string;
  declare readonly url: string;
  declare readonly operation: FullExchange['operation'];
  declare readonly params: Exchange['params'];
  declare readonly query: Exchange['query'];
  declare readonly requestHeaders: Exchange['requestHeaders'];
  declare readonly issues: Exchange['issues'];
  declare readonly status: number;
  declare readonly headers: Exchange['headers'];
  declare readonly ms: number;
  declare readonly fault: Exchange['fault'];
  declare readonly overrides: Exchange['overrides'];
  declare readonly replayFacts: FullExchange['replayFacts'];
  declare readonly rawBody: string | undefined;
  declare readonly reply: string | undefined;
  /** Set if only the start of the body is kept. */
  declare readonly wholeBody: WholeText | undefined;
  declare readonly wholeReply: WholeText | undefined;
  declare readonly bytes: number;
  readonly #body: unknown;
  #read: WeakRef<object> | undefined;

  constructor(exchange: FullExchange) {
    this.seq = exchange.seq;
    this.order = exchange.order;
    this.at = exchange.at;
    this.receivedAt = exchange.receivedAt;
    this.account = exchange.account;
    this.surface = exchange.surface;
    this.key = exchange.key;
    this.unreadKey = exchange.unreadKey;
    this.client = exchange.client;
    this.method = exchange.method;
    this.url = exchange.url;
    this.operation = exchange.operation;
    this.params = exchange.params;
    this.query = exchange.query;
    this.requestHeaders = exchange.requestHeaders;
    this.issues = isEmpty(exchange.issues) ? noIssues : copyOfIssues(exchange.issues);
    this.status = exchange.status;
    this.headers = exchange.headers;
    this.ms = exchange.ms;
    this.fault = exchange.fault;
    this.overrides = exchange.overrides;
    this.replayFacts = exchange.replayFacts;
    this.wholeBody = describeLong(exchange.rawBody);
    this.wholeReply = describeLong(exchange.reply);
    this.rawBody = this.wholeBody ? copyOf(exchange.rawBody!, limits.keptBody) : exchange.rawBody;
    this.reply = this.wholeReply ? copyOf(exchange.reply!, limits.keptBody) : exchange.reply;
    this.#body = exchange.rawBody === undefined ? exchange.body : undefined;
    this.bytes =
      fixedBytes +
      exchange.url.length +
      (this.rawBody?.length ?? 0) +
      (this.reply?.length ?? 0) +
      (this.replayFacts?.base64?.length ?? 0) +
      headersLength(exchange.requestHeaders) +
      lengthOf(exchange.query) +
      Object.keys(exchange.query).length * parameterBytes +
      (this.issues.refused.length + this.issues.ignored.length) * issueBytes;
  }

  /** The parsed JSON; undefined if there is none, or only its start is kept. */
  get body(): unknown {
    if (this.rawBody === undefined || this.wholeBody !== undefined) {
      return this.#body;
    }
    const known = this.#read?.deref();
    if (known !== undefined) {
      return known;
    }
    try {
      const read: unknown = JSON.parse(this.rawBody);
      if (typeof read === 'object' && read !== null) {
        this.#read = new WeakRef(read);
      }
      return read;
    } catch {
      return undefined;
    }
  }
}

const isEmpty = ({refused, ignored}: Exchange['issues']) => refused.length === 0 && ignored.length === 0;

function lengthOf(values: Readonly<Record<string, unknown>>): number {
  let length = 0;
  for (const name in values) {
    length += name.length + String(values[name]).length;
  }
  return length;
}

/** Consecutive requests of a client share their headers. */
const headersLength = memoizeWeakly(lengthOf);

/** Shortens a name, which may be as long as a body. */
const nameOf = (step: string | number) =>
  typeof step === 'string' && step.length > longestName ? `${copyOf(step, longestName)}…` : step;

const copyOfIssues = ({refused, ignored}: Exchange['issues']): Exchange['issues'] => {
  const copy = (issue: Issue): Issue => ({...issue, path: issue.path.map(nameOf)});
  return {refused: refused.map(copy), ignored: ignored.map(copy)};
};

/** Describes a text of which only the start is kept. */
export interface WholeText {
  /** Bytes. */
  readonly length: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

function describeLong(text: string | undefined): WholeText | undefined {
  if (text === undefined || text.length <= limits.keptBody) {
    return undefined;
  }
  const bytes = Buffer.from(text);
  return {length: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex')};
}

/** Copies the start of a text, because a slice would keep all of it in memory. Surrogate pairs stay whole. */
export function copyOf(text: string, length: number): string {
  const end = text.charCodeAt(length - 1);
  const isHalf = text.length > length && end >= 0xd8_00 && end <= 0xdb_ff;
  return Buffer.from(text.slice(0, isHalf ? length - 1 : length)).toString();
}
