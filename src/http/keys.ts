import {createHash, timingSafeEqual} from 'node:crypto';
import {forbidden} from '../errors.js';
import type {Account} from '../store/account.js';
import {accountName, defaultAccount, mostAccounts, type Sandbox} from '../store/sandbox.js';

/** What a key may do: anything, only read, or nothing. */
export type Role = 'full' | 'read-only' | 'blocked';

/** What a valid key stands for. */
export interface Access {
  readonly account: Account;
  readonly role: Role;
}

/** The keys that every sandbox knows. */
export const namedKeys: ReadonlyArray<readonly [string, Role]> = [
  ['sandbox-key', 'full'],
  ['sandbox-readonly-key', 'read-only'],
  ['sandbox-blocked-key', 'blocked'],
];

const accountPrefix = 'sbx_';

/** A key of the account of this name, which is made when first asked for. */
export const accountKey = (name: string) => `${accountPrefix}${name}`;

const digest = (key: string) => createHash('sha256').update(key).digest();

/** Every key that this sandbox takes. */
export class Keys {
  readonly #sandbox: Sandbox;
  readonly #known: ReadonlyArray<{readonly digest: Buffer; readonly role: Role}>;

  /** @param added keys that may do anything in the default account, besides the named ones */
  constructor(sandbox: Sandbox, added: readonly string[]) {
    this.#sandbox = sandbox;
    const all = [...namedKeys, ...added.map(key => [key, 'full'] as const)];
    this.#known = all.map(([key, role]) => ({digest: digest(key), role}));
  }

  /** Compares with every known key, in constant time each, so that the time taken tells nothing of them. */
  find(key: string): Access | undefined {
    const presented = digest(key);
    let found: Role | undefined;
    for (const {digest, role} of this.#known) {
      if (timingSafeEqual(digest, presented)) {
        found = role;
      }
    }
    if (found !== undefined) {
      return {account: this.#sandbox.account(defaultAccount), role: found};
    }
    const name = key.startsWith(accountPrefix) ? key.slice(accountPrefix.length) : '';
    return accountName.test(name) ? {account: this.#ownAccount(name), role: 'full'} : undefined;
  }

  #ownAccount(name: string): Account {
    if (!this.#sandbox.has(name) && this.#sandbox.size >= mostAccounts) {
      throw forbidden(`The sandbox holds ${mostAccounts} accounts and makes no more; use fewer sbx_ keys`);
    }
    return this.#sandbox.account(name);
  }
}
