import {hostName} from '../preload/hosts.js';
import type {Way} from './connection.js';

export interface Reached {
  readonly requests: Readonly<Record<Way, number>>;
  /** Connections to intercepted hosts that clients ended because they did not trust the certificate. */
  readonly untrusted: Readonly<Record<string, number>>;
  /** Connections and requests forwarded to other hosts, including failed ones. */
  readonly others: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
  /** Lines of client code that connected to a rejected host, such as `src/sync.ts:42`, if known. */
  readonly refused_at: Readonly<Record<string, readonly string[]>>;
}

/** Maximum number of hosts; further ones are counted together. */
const maxHosts = 1000;

const more = 'more hosts';

const maxLines = 10;

export class ReachCounter {
  readonly #requests: Record<Way, number> = {proxy: 0, direct: 0, url: 0};
  readonly #hosts = {
    untrusted: new Map<string, number>(),
    others: new Map<string, number>(),
    refused: new Map<string, number>(),
  };
  readonly #refusedAt = new Map<string, Set<string>>();

  intercepted(way: Way): void {
    this.#requests[way] += 1;
  }

  /** @param line of the client's code that connected to a rejected host */
  count(what: 'untrusted' | 'others' | 'refused', host: string, line?: string): void {
    const counts = this.#hosts[what];
    const own = hostName(host);
    const name = counts.has(own) || counts.size < maxHosts ? own : more;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const lines = this.#refusedAt.get(name) ?? new Set();
    if (line && lines.size < maxLines) {
      this.#refusedAt.set(name, lines.add(line));
    }
  }

  get reached(): Reached {
    const {untrusted, others, refused} = this.#hosts;
    return {
      requests: {...this.#requests},
      untrusted: Object.fromEntries(untrusted),
      others: Object.fromEntries(others),
      refused: Object.fromEntries(refused),
      refused_at: Object.fromEntries(Array.from(this.#refusedAt, ([host, lines]) => [host, [...lines].sort()])),
    };
  }
}
