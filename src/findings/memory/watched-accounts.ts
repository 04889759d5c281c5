import {FindingSet} from '../finding-set.js';
import type {Session} from '../session.js';
import {FindingSpace} from './finding-space.js';
import {ReplySpace} from './reply-space.js';

/** An account that clients ask something of. */
export interface Watched {
  /** Undefined once it ended, until the next request. */
  session: Session | undefined;
  /** When a request came last, in milliseconds since 1970. */
  lastAt: number;
  readonly found: FindingSet;
}

/** A key of which nothing came for so long begins a new session. Milliseconds. */
const silence = 60_000;

/** Sessions that are open at once; where another begins, the one that nothing came of for longest ends. */
const mostSessions = 64;

/** Accounts whose findings are told apart; those of one that nobody uses any more are told with all alone. */
const mostAccounts = 1000;

const oldestOf = <T extends readonly [string, Watched]>(all: readonly T[]): T =>
  all.reduce((oldest, one) => (one[1].lastAt < oldest[1].lastAt ? one : oldest));

/** The accounts that are watched, and their sessions, within bounds. */
export class WatchedAccounts {
  readonly #accounts = new Map<string, Watched>();
  readonly #begin: (account: string, replies: ReplySpace) => Session;
  readonly #onEnd: (session: Session, found: FindingSet) => void;
  readonly space = new FindingSpace();
  readonly #replies = new ReplySpace();
  /** The findings of accounts that were deleted, or for which there was no more room. */
  readonly past = new FindingSet(this.space, Number.POSITIVE_INFINITY);

  /** @param onEnd told of each session that ends, before it is gone */
  constructor(
    begin: (account: string, replies: ReplySpace) => Session,
    onEnd: (session: Session, found: FindingSet) => void,
  ) {
    this.#begin = begin;
    this.#onEnd = onEnd;
  }

  get all(): Iterable<readonly [name: string, watched: Watched]> {
    return this.#accounts;
  }

  /** The account of a request, with its session. @param at when the request came */
  session(name: string, at: number): Watched & {readonly session: Session} {
    let watched = this.#accounts.get(name);
    if (watched === undefined) {
      this.#makeRoom();
      watched = {session: undefined, lastAt: at, found: new FindingSet(this.space)};
      this.#accounts.set(name, watched);
    } else if (at - watched.lastAt > silence) {
      this.end(watched);
    }
    watched.lastAt = at;
    if (watched.session === undefined) {
      this.#closeOldest();
      watched.session = this.#begin(name, this.#replies);
    }
    return watched as Watched & {readonly session: Session};
  }

  end(watched: Watched): void {
    if (watched.session !== undefined) {
      this.#onEnd(watched.session, watched.found);
      watched.session.end();
      watched.session = undefined;
    }
  }

  /** Forgets an account. Its findings are merged with those of others that left: reports about all accounts have them. */
  leave(name: string): void {
    const watched = this.#accounts.get(name);
    if (watched !== undefined) {
      this.end(watched);
      const findings = watched.found.all;
      watched.found.clear();
      for (const finding of findings) {
        this.past.take(finding);
      }
      this.#accounts.delete(name);
    }
  }

  /** Forgets all accounts. Of their findings, what the report and the gate of a run need is left. */
  clear(): void {
    for (const [name] of this.#accounts) {
      this.leave(name);
    }
    const findings = this.past.all;
    this.past.clear();
    for (const finding of findings) {
      this.past.take({...finding, got: null, fix: {text: finding.fix.text, request: null}});
    }
  }

  #closeOldest(): void {
    const open = [...this.#accounts].filter(([, {session}]) => session !== undefined);
    if (open.length >= mostSessions) {
      this.end(oldestOf(open)[1]);
    }
  }

  /** Accounts come and go by the thousand where each test has its own. */
  #makeRoom(): void {
    if (this.#accounts.size >= mostAccounts) {
      this.leave(oldestOf([...this.#accounts])[0]);
    }
  }
}
