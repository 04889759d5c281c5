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

/** A key of which nothing came for so long begins a new session. Milliseconds. */
const silence = 60_000;

/** Sessions that are open at once; where another begins, the one that nothing came of for longest ends. */
const maxSessions = 64;

/** Accounts whose findings are told apart; those of one that nobody uses any more are told with all alone. */
const maxAccounts = 1000;

const oldestOf = <T extends readonly [string, WatchedAccount]>(all: readonly T[]): T =>
  all.reduce((oldest, one) => (one[1].lastAt < oldest[1].lastAt ? one : oldest));

/** The accounts that are watched, and their sessions, within bounds. Accounts come and go by the thousand in tests. */
export class WatchedAccounts {
  readonly #accounts = new Map<string, WatchedAccount>();

  /** @param onEnd called for each account whose session ends, before the session is gone */
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

  /** Forgets an account. Its findings are merged with those of others that left: reports about all accounts have them. */
  leave(name: string): void {
    const watched = this.#accounts.get(name);
    if (watched !== undefined) {
      this.end(watched);
      this.store.moveToPast(watched.findings);
      this.#accounts.delete(name);
    }
  }
}
