import {timingSafeEqual} from 'node:crypto';
import type {Account} from '../../accounts/account.js';
import {type Accounts, accountName, defaultAccount} from '../../accounts/accounts.js';
import {ApiError, forbidden} from '../../errors.js';
import {accountPrefix, namedKeys, type Role} from './named-keys.js';

/** What a valid key stands for. */
export interface Access {
  readonly account: Account;
  readonly role: Role;
}

/** A key of the account of this name, which is made when first asked for. */
export const accountKey = (name: string) => (name === defaultAccount ? namedKeys[0]![0] : `${accountPrefix}${name}`);

const roleOfNamed: ReadonlyMap<string, Role> = new Map(namedKeys);

/** Every key that this sandbox takes. */
export class Keys {
  readonly #accounts: Accounts;
  readonly #added: readonly Buffer[];
  /** How many bytes the longest of these has. */
  readonly #width: number;
  readonly #presented: Buffer;

  /** @param added keys that may do anything in the default account, besides the named ones */
  constructor(accounts: Accounts, added: readonly string[]) {
    this.#accounts = accounts;
    this.#width = Math.max(0, ...added.map(key => Buffer.byteLength(key)));
    this.#presented = this.#padded('');
    this.#added = added.map(key => this.#padded(key));
  }

  /** What a key stands for that is meant for the service, where a client was led here. */
  get ofRun(): Access & {readonly key: string} {
    return {account: this.#accounts.get(defaultAccount), role: 'full', key: accountKey(defaultAccount)};
  }

  find(key: string): Access | undefined {
    const role = roleOfNamed.get(key) ?? (this.#isAdded(key) ? 'full' : undefined);
    if (role !== undefined) {
      return {account: this.#accounts.get(defaultAccount), role};
    }
    const name = key.startsWith(accountPrefix) ? key.slice(accountPrefix.length) : '';
    if (name === defaultAccount) {
      throw forbidden(`${key} opens no account: the account ${name} is opened by ${accountKey(name)}`);
    }
    return accountName.test(name) ? {account: this.#ownAccount(name), role: 'full'} : undefined;
  }

  /**
   * Compares with every key that was added, in constant time each, so that the time taken tells nothing of them. The named
   * ones are no secret.
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

  /** The bytes of a key and their number, in a buffer that is as long for every key. */
  #padded(key: string, buffer: Buffer = Buffer.alloc(this.#width + 4)): Buffer {
    buffer.fill(0);
    buffer.write(key, 0, this.#width);
    buffer.writeUInt32LE(Buffer.byteLength(key), this.#width);
    return buffer;
  }

  /** @throws a 403 where there is no room for another: every operation of the service may answer that */
  #ownAccount(name: string): Account {
    try {
      return this.#accounts.get(name);
    } catch (error) {
      throw error instanceof ApiError ? forbidden(error.description) : error;
    }
  }
}
