import {timingSafeEqual} from 'node:crypto';
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

export class Keys {
  readonly #accounts: Accounts;
  readonly #added: readonly Buffer[];
  /** The length of the longest added key, in bytes. */
  readonly #width: number;
  readonly #presented: Buffer;

  /** @param added keys with full access to the default account, in addition to the named ones */
  constructor(accounts: Accounts, added: readonly string[]) {
    this.#accounts = accounts;
    this.#width = Math.max(0, ...added.map(key => Buffer.byteLength(key)));
    this.#presented = this.#padded('');
    this.#added = added.map(key => this.#padded(key));
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

  /**
   * Compares with every added key in constant time, so that timing reveals nothing about them. The named keys are not
   * secret.
   */
  #isAdded(key: string): boolean {
    if (this.#added.length === 0) {
      return false;
    }
    const presented = this.#padded(key, this.#presented);
    let found = false;
    for (const bytes of this.#added) {
      found = timingSafeEqual(bytes, presented) || found;
    }
    return found;
  }

  /** Encodes a key and its length in a buffer of the same size for every key. */
  #padded(key: string, buffer: Buffer = Buffer.alloc(this.#width + 4)): Buffer {
    buffer.fill(0);
    buffer.write(key, 0, this.#width);
    buffer.writeUInt32LE(Buffer.byteLength(key), this.#width);
    return buffer;
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
