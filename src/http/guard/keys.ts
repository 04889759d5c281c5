import {createHash, timingSafeEqual} from 'node:crypto';
import type {Account} from '../../accounts/account.js';
import {type Accounts, accountName, defaultAccount} from '../../accounts/accounts.js';
import {ApiError, forbidden} from '../../errors.js';
import {accountPrefix, type KeyRole, namedKeys} from './named-keys.js';

export interface KeyAccess {
  readonly account: Account;
  readonly role: KeyRole;
}

/** Returns the key of an account. Its first use creates the account. */
export const accountKey = (name: string) => (name === defaultAccount ? namedKeys[0]![0] : `${accountPrefix}${name}`);

const roleOfNamed: ReadonlyMap<string, KeyRole> = new Map(namedKeys);

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, so that timing reveals nothing about a secret of any length. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

export class Keys {
  readonly #accounts: Accounts;
  readonly #added: readonly string[];

  /** @param added keys with full access to the default account, in addition to the named ones */
  constructor(accounts: Accounts, added: readonly string[]) {
    this.#accounts = accounts;
    this.#added = added;
  }

  /** Access for a real key of the service, sent by a client of an intercepted host. */
  async ofRun(): Promise<KeyAccess> {
    return {account: await this.#accounts.get(defaultAccount), role: 'full'};
  }

  async find(key: string): Promise<KeyAccess | undefined> {
    const role = roleOfNamed.get(key) ?? (this.#isAdded(key) ? 'full' : undefined);
    if (role !== undefined) {
      return {account: await this.#accounts.get(defaultAccount), role};
    }
    const name = key.startsWith(accountPrefix) ? key.slice(accountPrefix.length) : '';
    if (name === defaultAccount) {
      throw forbidden(`${key} opens no account: the account ${name} is opened by ${accountKey(name)}`);
    }
    return accountName.test(name) ? {account: await this.#ownAccount(name), role: 'full'} : undefined;
  }

  /** Compares with every added key. The named keys are not secret. */
  #isAdded(key: string): boolean {
    return this.#added.filter(added => isSameSecret(added, key)).length > 0;
  }

  /** @throws a 403 if there are too many accounts: the contract allows a 403 for every operation */
  async #ownAccount(name: string): Promise<Account> {
    try {
      return await this.#accounts.get(name);
    } catch (error) {
      throw error instanceof ApiError ? forbidden(error.description) : error;
    }
  }
}
