import * as z from 'zod';
import type {Account} from '../accounts/account.js';
import {type Accounts, accountName, defaultAccount} from '../accounts/accounts.js';
import {assumedBeside} from '../accounts/change-log.js';
import {formatTimestamp} from '../accounts/clock.js';
import {conflict, notFound, unprocessableEntity} from '../errors.js';
import {limits} from '../limits.js';
import {assumeForm} from '../schema/assume.js';
import {body, integer, must, quote, text} from '../schema/fields.js';
import {type Assume, assumptionsOf} from '../settings.js';
import {type AdminContext, adminOperation} from './admin-operation.js';
import {findSnapshot, findState, openedState} from './states/find-state.js';

const sourceForm = z.union(
  [
    z.literal('baseline'),
    z.strictObject({snapshot: z.string()}),
    z.strictObject({account: z.string()}),
    z.strictObject({state: z.string()}),
  ],
  'must be "baseline", {"snapshot": "<name>"}, {"account": "<name>"} or {"state": "before:<request>"}',
);

const longestLife = limits.accountLife / 1000;

const input = body({
  name: text.refine(name => accountName.test(name), must("letters, digits, '.', '_' and '-', 64 at most")).optional(),
  from: sourceForm.optional(),
  assume: assumeForm.optional(),
  ttl: integer
    .refine(seconds => seconds >= 1 && seconds <= longestLife, `must be a number of seconds from 1 to ${longestLife}`)
    .optional(),
});

function describe(account: Account, accounts: Accounts) {
  const {name, generation} = account;
  const expiresAt = accounts.expiresAt(name);
  return {
    name,
    key: name === defaultAccount ? null : `sbx_${name}`,
    generation,
    expires_at: expiresAt === undefined ? null : formatTimestamp(expiresAt),
    assume: assumedBeside(accounts.settings, account.settings),
  };
}

export type AccountEntry = ReturnType<typeof describe>;

function sourceOf(from: z.infer<typeof sourceForm>, {account, accounts, journal}: AdminContext) {
  if (from === 'baseline') {
    return {state: accounts.startOfNew, settings: accounts.settings};
  }
  if ('snapshot' in from) {
    return {state: findSnapshot(account, from.snapshot), settings: accounts.settings};
  }
  if ('state' in from) {
    const state = openedState(account, findState(account, journal, from.state, 'from.state'));
    return {state, settings: account.settings};
  }
  const source = accounts.find(from.account);
  if (source === undefined) {
    throw noSuchAccount(from.account);
  }
  return source;
}

const noSuchAccount = (name: string) =>
  notFound(`There is no account ${quote(name)}; GET /_sandbox/accounts lists them`);

/** @param nameAt returns candidate names, from 1 */
export function freeName(accounts: Accounts, nameAt: (number: number) => string): string {
  let number = 1;
  while (accounts.has(nameAt(number))) {
    number += 1;
  }
  return nameAt(number);
}

export const listAccounts = adminOperation({
  id: 'listAccounts',
  method: 'GET',
  path: '/_sandbox/accounts',
  summary: 'List all accounts',
  handle: ({accounts}) => ({accounts: accounts.all().map(account => describe(account, accounts))}),
});

export const createAccount = adminOperation({
  id: 'createAccount',
  method: 'POST',
  path: '/_sandbox/accounts',
  summary: 'Create an account from the baseline, a snapshot or another account',
  body: input,
  handle: async ({body, ...context}) => {
    const {accounts} = context;
    const {from = 'baseline', name = freeName(accounts, number => `account-${number}`), ttl, assume} = body;
    if (accounts.has(name)) {
      throw conflict(`There is an account ${quote(name)} already; delete it first, or take another name`);
    }
    const {state, settings} = sourceOf(from, context);
    const {records, clock} = state;
    const merged = {...settings, assume: assumptionsOf(assume as Assume | undefined, settings.assume)};
    const made = await accounts.fork(name, {records, clock}, ttl === undefined ? undefined : ttl * 1000, merged);
    return describe(made, accounts);
  },
});

export const deleteAccount = adminOperation({
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/_sandbox/accounts/{name}',
  summary: 'Delete an account; the next request with its key creates it from the baseline',
  handle: async ({accounts, params}) => {
    if (params.name === defaultAccount) {
      throw unprocessableEntity('The default account stays; reset it instead');
    }
    if (!(await accounts.drop(params.name))) {
      throw noSuchAccount(params.name);
    }
    return {result: 'success'};
  },
});
