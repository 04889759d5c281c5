import type {Way} from './connection.js';

/** What a run's client asked of hosts, by way and by name. */
export interface Reached {
  /** Requests of the service's interface that came over a host that is intercepted. */
  readonly requests: Readonly<Record<Way, number>>;
  /** Tunnels to other hosts, and requests that were passed on to them. */
  readonly others: Readonly<Record<string, number>>;
  /** Hosts that were refused, and how often. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Hosts that are told apart; those that come later are counted together. */
const mostHosts = 1000;

const more = 'more hosts';

function count(counts: Map<string, number>, host: string): void {
  const name = counts.has(host) || counts.size < mostHosts ? host : more;
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Counts what goes by, for the proof that a run ends with. */
export class ReachCounter {
  readonly #requests: Record<Way, number> = {proxy: 0, direct: 0};
  readonly #others = new Map<string, number>();
  readonly #refused = new Map<string, number>();

  intercepted(way: Way): void {
    this.#requests[way] += 1;
  }

  passedOn(host: string): void {
    count(this.#others, host);
  }

  refused(host: string): void {
    count(this.#refused, host);
  }

  get reached(): Reached {
    return {
      requests: {...this.#requests},
      others: Object.fromEntries(this.#others),
      refused: Object.fromEntries(this.#refused),
    };
  }
}
