import type {AccountEntry} from '../../admin/accounts.js';
import {limits} from '../../limits.js';
import {integerBetween, once, word} from '../../sandbox/options/values.js';
import {commandGroup, sandboxCommand} from '../command.js';
import {table} from '../output/format.js';

const keyOf = ({key}: AccountEntry) => key ?? 'sandbox-key';

const list = sandboxCommand({
  usage: 'accounts list',
  describe: 'List the accounts of a sandbox with their keys',
  options: {},
  examples: [['accounts list', 'all accounts that were used']],
  run: async client => {
    const reply = await client.get<{accounts: readonly AccountEntry[]}>('/accounts');
    return [reply, table(reply.accounts.map(rowOf))];
  },
});

function rowOf(account: AccountEntry) {
  const {name, generation, expires_at} = account;
  const end = expires_at === null ? '' : `, until ${expires_at}`;
  return [name, `key ${keyOf(account)}, generation ${generation}${end}`] as const;
}

const readFrom = once(text => {
  const [, kind, name] = /^(snapshot|account):(\S+)$/.exec(text) ?? [];
  return kind === undefined ? (text === 'baseline' ? text : undefined) : {[kind]: name};
}, 'baseline, snapshot:<name> or account:<name>');

const create = sandboxCommand({
  usage: 'accounts create [name]',
  describe: 'Create an account with a key of its own',
  options: {
    name: {describe: 'Letters, digits, ., _ and -', read: word('a name', 'name'), fallback: 'a free one'},
    from: {
      describe: 'Initial state: baseline, snapshot:<name> or account:<name>',
      read: readFrom,
      fallback: 'baseline',
    },
    ttl: {
      describe: 'Seconds until it is deleted',
      read: integerBetween(1, limits.accountLife / 1000),
      fallback: 'never',
    },
  },
  examples: [
    ['accounts create test-17', 'with the key sbx_test-17'],
    ['accounts create --from snapshot:before --ttl 3600', 'for an hour'],
  ],
  run: async (client, {name, from = 'baseline', ttl}) => {
    const reply = await client.send<AccountEntry>('POST', '/accounts', {name, from, ttl});
    return [reply, `account ${reply.name} is made; its key is ${keyOf(reply)}`];
  },
});

const remove = sandboxCommand({
  usage: 'accounts delete <name>',
  describe: 'Delete an account; the next request with its key creates it again',
  options: {name: {describe: 'Name of the account', read: word('a name', 'name')}},
  examples: [['accounts delete test-17', 'with all its records']],
  run: async (client, {name = ''}) => [
    await client.send('DELETE', `/accounts/${encodeURIComponent(name)}`),
    `account ${name} is deleted`,
  ],
});

export const accounts = commandGroup({
  name: 'accounts',
  describe: 'List, create or delete accounts',
  commands: [list, create, remove],
  instead: 'accounts list',
  examples: [
    ['accounts list', 'with their keys'],
    ['accounts create test-17', 'with the key sbx_test-17'],
  ],
});
