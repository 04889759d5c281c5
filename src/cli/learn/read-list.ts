import type {IncomingHttpHeaders} from 'node:http';
import {setTimeout as pause} from 'node:timers/promises';
import {isObject} from '../../schema/items.js';
import {CommandError} from '../command-error.js';
import {printError} from '../output/output.js';
import {get, UnusableResponse} from './get.js';
import {type ListRequest, pagePath} from './requests.js';

const bounds = {entries: 100_000, pages: 400, waits: 5, wait: 300_000};

/** Milliseconds to wait if a busy service does not send a time. */
const usualWait = 10_000;

const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)} s`;

/** Delays requests to respect the service's limit: 300 in any five minutes. */
export class Pace {
  readonly #sentAt: number[] = [];

  constructor(
    private readonly limit = 300,
    private readonly span = 300_000,
  ) {}

  async turn(signal: AbortSignal): Promise<void> {
    const first = this.#sentAt.length < this.limit ? undefined : this.#sentAt.shift();
    const wait = first === undefined ? 0 : first + this.span - performance.now();
    if (wait > 0) {
      printError(`Waiting ${seconds(wait)}: the service takes ${this.limit} requests in ${seconds(this.span)}`);
      await pause(wait, undefined, {signal});
    }
    this.#sentAt.push(performance.now());
  }
}

export interface ReadAccount {
  /** `https://api.example.com` */
  readonly service: string;
  readonly key: string;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/**
 * Reads all pages of a list.
 * @returns the reason, if the list must be skipped
 * @throws CommandError that names the request, without the key or anything of the response
 */
export async function readList(
  request: ListRequest,
  account: ReadAccount,
  onPage: (read: number, total: number) => void,
): Promise<readonly unknown[] | string> {
  const entries: unknown[] = [];
  for (let page = 0; page < bounds.pages && entries.length < bounds.entries; page++) {
    const found = await readPage(pagePath(request, entries.length), account);
    if (typeof found === 'string') {
      return found;
    }
    entries.push(...found.items);
    onPage(entries.length, found.total);
    if (found.items.length === 0 || entries.length >= found.total) {
      return entries;
    }
  }
  throw new CommandError(`${request.path} has more than ${bounds.entries} entries or ${bounds.pages} pages`);
}

interface ListPage {
  readonly items: readonly unknown[];
  readonly total: number;
}

async function readPage(path: string, {service, key, pace, signal}: ReadAccount): Promise<ListPage | string> {
  let [waits, failures] = [0, 0];
  for (;;) {
    await pace.turn(signal);
    try {
      const found = outcomeOf(await get(new URL(`${service}${path}`), key, signal));
      if (typeof found !== 'number') {
        return found;
      }
      waits += 1;
      if (found > bounds.wait || waits > bounds.waits) {
        throw new CommandError(`the service is busy for another ${seconds(found)}; try again later`);
      }
      printError(`The service is busy: waiting ${seconds(found)}`);
      await pause(found, undefined, {signal});
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (failures > 1 || !(error instanceof UnusableResponse)) {
        const {message, exitCode} = error as CommandError;
        throw new CommandError(`GET ${path}: ${message}`, exitCode);
      }
    }
  }
}

/** @returns a page, the reason to skip the list, or milliseconds to wait. @throws CommandError or UnusableResponse */
function outcomeOf({status, headers, text}: Awaited<ReturnType<typeof get>>): ListPage | string | number {
  switch (status) {
    case 200:
      return pageIn(text);
    case 401:
      throw new CommandError('the service does not take the key (401), so nothing more was sent');
    case 403:
      return 'the key may not read it (403)';
    case 404:
      return 'the service does not have it (404)';
    case 429:
    case 503:
      return waitIn(headers);
    default:
      throw status >= 300 && status < 400
        ? new CommandError(`the service redirects (${status}), and learn follows no redirect`)
        : new UnusableResponse(`the response has status ${status}, twice`);
  }
}

/** @throws UnusableResponse, without anything of the text */
export function pageIn(text: string): ListPage {
  try {
    const page: unknown = JSON.parse(text);
    const {items, total_items: total} = isObject(page) ? page : {};
    if (Array.isArray(items) && Number.isSafeInteger(total)) {
      return {items, total: total as number};
    }
  } catch {}
  throw new UnusableResponse('the response is no page of a list, twice');
}

/** Parses `Retry-After`: seconds, or a date by the service's clock. @returns milliseconds */
function waitIn({'retry-after': after = '', date = ''}: IncomingHttpHeaders): number {
  const wait = /^\d{1,9}$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.parse(date);
  return Number.isNaN(wait) ? usualWait : Math.max(wait, 0);
}
