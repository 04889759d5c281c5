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

/** Every key that this sandbox takes. */
export class Keys {
  readonly #accounts: Accounts;
  readonly #known: ReadonlyArray<{readonly bytes: Buffer; readonly role: Role}>;
  /** How many bytes the longest key has. */
  readonly #width: number;
  readonly #presented: Buffer;

  /** @param added keys that may do anything in the default account, besides the named ones */
  constructor(accounts: Accounts, added: readonly string[]) {
    this.#accounts = accounts;
    const all = [...namedKeys, ...added.map(key => [key, 'full'] as const)];
    this.#width = Math.max(...all.map(([key]) => Buffer.byteLength(key)));
    this.#presented = this.#padded('');
    this.#known = all.map(([key, role]) => ({bytes: this.#padded(key), role}));
  }

  /** What a key stands for that is meant for the service, where a client was led here. */
  get ofRun(): Access & {readonly key: string} {
    return {account: this.#accounts.get(defaultAccount), role: 'full', key: accountKey(defaultAccount)};
  }

  find(key: string): Access | undefined {
    const role = this.#roleOf(key);
    if (role !== undefined) {
      return {account: this.#accounts.get(defaultAccount), role};
    }
    const name = key.startsWith(accountPrefix) ? key.slice(accountPrefix.length) : '';
    if (name === defaultAccount) {
      throw forbidden(`${key} opens no account: the account ${name} is opened by ${accountKey(name)}`);
    }
    return accountName.test(name) ? {account: this.#ownAccount(name), role: 'full'} : undefined;
  }

  /** Compares with every known key, in constant time each, so that the time taken tells nothing of them. */
  #roleOf(key: string): Role | undefined {
    const presented = this.#padded(key, this.#presented);
    let found: Role | undefined;
    for (const {bytes, role} of this.#known) {
      if (timingSafeEqual(bytes, presented)) {
        found = role;
      }
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
