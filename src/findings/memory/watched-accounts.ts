import type {FindingSet, FindingStore} from '../finding-store.js';
import type {Session} from '../session.js';

interface WatchedAccount {
  readonly findings: FindingSet;
  /** Milliseconds since 1970. */
  lastAt: number;
  /** Undefined after its end, until the next request. */
  session: Session | undefined;
}

export type ActiveAccount = WatchedAccount & {readonly session: Session};

/** Milliseconds without a request until a key begins a new session. */
const silence = 60_000;

/** Maximum number of open sessions; beyond it, the least recently used one ends. */
const maxSessions = 64;

/** Maximum number of accounts with separate findings; those of the least recently used ones are merged. */
const maxAccounts = 1000;

const oldestOf = <T extends readonly [string, WatchedAccount]>(all: readonly T[]): T =>
  all.reduce((oldest, one) => (one[1].lastAt < oldest[1].lastAt ? one : oldest));

/** The active accounts and their sessions, within bounds. Tests may create thousands of accounts. */
export class WatchedAccounts {
  readonly #accounts = new Map<string, WatchedAccount>();

  /** @param onEnd called for each account whose session ends, while the session still exists */
  constructor(
    readonly store: FindingStore,
    readonly begin: (account: string) => Session,
    readonly onEnd: (watched: ActiveAccount) => void,
  ) {}

  get all(): Iterable<readonly [name: string, watched: WatchedAccount]> {
    return this.#accounts;
  }

  sessionOf(name: string): Session | undefined {
    return this.#accounts.get(name)?.session;
  }

  /** The account of a request, with its session. */
  open(name: string, receivedAt: number): ActiveAccount {
    let watched = this.#accounts.get(name);
    if (watched === undefined) {
      if (this.#accounts.size >= maxAccounts) {
        this.leave(oldestOf([...this.#accounts])[0]);
      }
      watched = {session: undefined, lastAt: receivedAt, findings: new Map()};
      this.#accounts.set(name, watched);
    } else if (receivedAt - watched.lastAt > silence) {
      this.end(watched);
    }
    watched.lastAt = receivedAt;
    if (watched.session === undefined) {
      const active = [...this.#accounts].filter(([, {session}]) => session !== undefined);
      if (active.length >= maxSessions) {
        this.end(oldestOf(active)[1]);
      }
      watched.session = this.begin(name);
    }
    return watched as ActiveAccount;
  }

  end(watched: WatchedAccount): void {
    if (watched.session !== undefined) {
      this.onEnd({...watched, session: watched.session});
      watched.session.replies.end();
      watched.session = undefined;
    }
  }

  /** Removes an account. Its findings are merged with those of other removed accounts, for the total. */
  leave(name: string): void {
    const watched = this.#accounts.get(name);
    if (watched !== undefined) {
      this.end(watched);
      this.store.moveToPast(watched.findings);
      this.#accounts.delete(name);
    }
  }
}
