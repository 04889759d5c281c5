import {createHash, timingSafeEqual} from 'node:crypto';
import type {Context} from 'koa';
import type {Account} from '../../accounts/account.js';
import {type Accounts, accountName, defaultAccount} from '../../accounts/accounts.js';
import {accountAsOf} from '../../admin/states/find-state.js';
import {ApiError, badRequest, forbidden, UnauthorizedError} from '../../errors.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import type {RequestContext, RequestStep} from '../request-state.js';
import type {KeysFile} from './keys-file.js';
import {accountPrefix, type KeyRole, namedKeys} from './named-keys.js';

interface KeyAccess {
  readonly account: Account;
  readonly role: KeyRole;
  /** Redacted: a placeholder replaces secret keys and real keys of the service. */
  readonly key: string;
  readonly isAdmin?: boolean;
}

/** The rights of a request in addition to those of its key. */
interface Rights {
  /** True for a client with a real key of the service, which opens the default account. */
  readonly isIntercepted?: boolean | undefined;
  /** True for a request with an admin key. */
  readonly isAdmin?: boolean;
}

/** The key of an account. Its first use creates the account. */
export const accountKey = (name: string) => (name === defaultAccount ? namedKeys[0]![0] : `${accountPrefix}${name}`);

const roleOfNamed: ReadonlyMap<string, KeyRole> = new Map(namedKeys);

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, so that timing reveals nothing about a secret of any length. */
const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

export class Keys {
  /** @param added keys with full access to the default account, in addition to the named ones */
  constructor(
    private readonly accounts: Accounts,
    private readonly added: readonly string[],
    readonly file?: KeysFile,
  ) {}

  /** With a file of keys, only an admin may use the named keys and those of accounts, as the console does. */
  async find(key: string, {isIntercepted, isAdmin}: Rights = {}): Promise<KeyAccess | undefined> {
    if (this.file !== undefined) {
      const named = this.file.find(key);
      if (named !== undefined) {
        return {...named, account: await this.#ownAccount(named.account), key: accountKey(named.account)};
      }
      if (!isAdmin) {
        return undefined;
      }
    }
    const role = roleOfNamed.get(key) ?? (this.#isAdded(key) ? 'full' : undefined);
    if (role !== undefined) {
      return {account: await this.accounts.get(defaultAccount), role, key};
    }
    const name = key.startsWith(accountPrefix) ? key.slice(accountPrefix.length) : '';
    if (name === defaultAccount) {
      throw forbidden(`${key} opens no account: the account ${name} is opened by ${accountKey(name)}`);
    }
    if (accountName.test(name)) {
      return {account: await this.#ownAccount(name), role: 'full', key};
    }
    return isIntercepted && key !== '' ? this.find(accountKey(defaultAccount)) : undefined;
  }

  /** Compares with every added key; named keys are not secret. */
  #isAdded(key: string): boolean {
    return this.added.filter(added => isSameSecret(added, key)).length > 0;
  }

  /** @throws a 403 if there are too many accounts: the contract allows a 403 for every operation */
  async #ownAccount(name: string): Promise<Account> {
    try {
      return await this.accounts.get(name);
    } catch (error) {
      throw error instanceof ApiError && error.status !== 503 ? forbidden(error.description) : error;
    }
  }
}

const readMethods = new Set(['GET', 'HEAD']);

/**
 * Finds the account of the request's key before the body is read. A client of an intercepted host sends a real key of
 * the service, so every unknown key then selects the default account.
 */
export function authenticate(keys: Keys): RequestStep {
  return async (ctx, next) => {
    const credentials = readCredentials(ctx);
    if (credentials === undefined) {
      throw UnauthorizedError.of();
    }
    const {scheme} = credentials;
    ctx.state.keyKind = {scheme};
    const isAdmin = keys.file?.isAdmin(ctx.get('X-Admin-Key')) ?? false;
    const access = await keys.find(credentials.key, {isIntercepted: ctx.state.isIntercepted, isAdmin});
    if (access === undefined) {
      throw UnauthorizedError.of(scheme);
    }
    ctx.state.keyKind = {scheme, role: access.role};
    ctx.state.account = access.account;
    ctx.state.found = access.account.state;
    refuse(access, ctx.method);
    ctx.state.key = access.key;
    ctx.state.isAdmin = isAdmin || (access.isAdmin ?? false);
    await next();
  };
}

function refuse({role}: KeyAccess, method: string): void {
  if (role === 'blocked') {
    throw forbidden('This key is blocked');
  }
  if (role === 'read-only' && !readMethods.has(method)) {
    throw forbidden(`This key may only read, and ${method} writes`);
  }
}

/** Contract: "Authentication". */
interface Credentials {
  readonly scheme: 'basic' | 'bearer' | 'access_token';
  readonly key: string;
}

/** Parses a request's key; the header takes precedence over the query. */
function readCredentials(ctx: Context): Credentials | undefined {
  const {authorization: header = ''} = ctx.req.headers;
  return header === '' ? fromQuery(ctx) : fromHeader(header);
}

/** `Basic base64(<key>:)`, where the user name is the key and the password is ignored; or `Bearer <key>`. */
function fromHeader(header: string): Credentials | undefined {
  const [, scheme, value = ''] = /^(basic|bearer) +(\S+) *$/i.exec(header) ?? [];
  if (scheme?.toLowerCase() !== 'basic') {
    return scheme === undefined ? undefined : {scheme: 'bearer', key: value};
  }
  const text = Buffer.from(value, 'base64').toString();
  const end = text.indexOf(':');
  return {scheme: 'basic', key: end === -1 ? text : text.slice(0, end)};
}

function fromQuery(ctx: Context): Credentials | undefined {
  const key = [ctx.query.access_token].flat()[0];
  return key === undefined || key === '' ? undefined : {scheme: 'access_token', key};
}

/** Access to the admin API: for anyone, for the owner of the admin key, or for keys of a file with the role. */
export type AdminAccess = {readonly adminKey?: string; readonly needsRole?: boolean};

/**
 * @param what the resource, with which the error message begins
 * @throws ApiError, a 403, for a request without access
 */
export function checkAdmin(ctx: RequestContext, {adminKey, needsRole}: AdminAccess, what: string): void {
  if (adminKey !== undefined && !isSameSecret(ctx.get('X-Admin-Key'), adminKey)) {
    throw forbidden(`${what} asks for the admin key that the sandbox was started with, in the header X-Admin-Key`);
  }
  if (needsRole && !ctx.state.isAdmin) {
    throw forbidden(`${what} needs a key with the role admin, as the key or in the header X-Admin-Key`);
  }
}

/** Selects the state to read: `request:142`. */
const header = 'X-Sandbox-As-Of';

export interface AsOfOptions extends AdminAccess {
  readonly parts: {readonly journal: Journal};
}

/**
 * Serves a request with the header from a private copy of the account's earlier state and clock. The copy is dropped
 * with the response. Such a request does not count as a request to the service.
 * @param options undefined without an admin interface: the header is then rejected
 */
export function readAsOf(options: AsOfOptions | undefined): RequestStep {
  return (ctx, next) => {
    const text = ctx.req.headers['x-sandbox-as-of'];
    if (text === undefined || !ctx.path.startsWith('/api/')) {
      return next();
    }
    ctx.state.surface = 'as-of';
    if (options === undefined) {
      throw forbidden(`${header} is not taken: the sandbox was started without its admin interface`);
    }
    checkAdmin(ctx, options, header);
    if (!readMethods.has(ctx.method)) {
      throw badRequest(`${header}: is for GET, and ${ctx.method} writes; POST /_sandbox/restore goes back in time`);
    }
    ctx.state.account = accountAsOf(ctx.state.account, options.parts.journal, String(text), header);
    ctx.state.found = ctx.state.account.state;
    return next();
  };
}
