import type {AccountEntry} from '../../admin/accounts.js';
import {limits} from '../../limits.js';
import {integerBetween, once, word} from '../../sandbox/options/values.js';
import {commandGroup, sandboxCommand} from '../command.js';
import {table} from '../output/format.js';

const keyOf = ({key}: AccountEntry) => key ?? 'sandbox-key';

const list = sandboxCommand({
  usage: 'accounts list',
  describe: 'List the accounts of a sandbox, with the key that opens each',
  options: {},
  examples: [['accounts list', 'those that were used so far']],
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
  describe: 'Make an account with a key of its own',
  options: {
    name: {describe: 'Letters, digits, ., _ and - [default: a free one]', read: word('a name')},
    from: {
      describe: 'What it starts from: baseline, snapshot:<name> or account:<name>',
      read: readFrom,
      fallback: 'baseline',
    },
    ttl: {
      describe: 'How many seconds it lasts [default: as long as the sandbox]',
      read: integerBetween(1, limits.accountLife / 1000),
    },
  },
  examples: [
    ['accounts create test-17', 'opened by the key sbx_test-17'],
    ['accounts create --from snapshot:before --ttl 3600', 'for an hour'],
  ],
  run: async (client, {name, from = 'baseline', ttl}) => {
    const reply = await client.send<AccountEntry>('POST', '/accounts', {name, from, ttl});
    return [reply, `account ${reply.name} is made; its key is ${keyOf(reply)}`];
  },
});

const remove = sandboxCommand({
  usage: 'accounts delete <name>',
  describe: 'Delete an account; its key would make a new one from the baseline',
  options: {name: {describe: 'Its name', read: word('a name')}},
  examples: [['accounts delete test-17', 'and all that it holds']],
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
    ['accounts list', 'each with its key'],
    ['accounts create test-17', 'opened by the key sbx_test-17'],
  ],
});
