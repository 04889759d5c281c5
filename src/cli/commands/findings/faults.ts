import type {FaultList, FaultStatus} from '../../../admin/faults.js';
import {checkShortForm, offerFaults, scenarios, scenariosOf} from '../../../sandbox/options/faults.js';
import {text, UsageError, word} from '../../../sandbox/options/values.js';
import {commandGroup, sandboxCommand} from '../../command.js';
import {allOption, table} from '../../output/format.js';

const none = 'There are none. Add one: crm-sandbox faults add "createGift#1:lost"';

const list = sandboxCommand({
  usage: 'faults list',
  describe: 'List the faults of an account, with the affected requests',
  options: {all: {...allOption, describe: 'List those of all accounts'}},
  examples: [['faults list', 'of the default account']],
  run: async (client, {all}) => {
    const reply = await client.get<FaultList>('/faults', {all});
    return [reply, textOf(reply) || none];
  },
});

const textOf = ({rules}: FaultList): string => table(rules.map(rule => [rule.id, lineOf(rule)]));

function lineOf({account, operation, fault, when, hits, seen, requests, expires_at}: FaultStatus): string {
  const end = expires_at === null ? '' : `, until ${expires_at}`;
  const which = requests.length === 0 ? '' : `: requests ${requests.slice(-10).join(', ')}`;
  return `${account}  ${operation} ${JSON.stringify(fault)} ${when}, hit ${hits} of ${seen}${which}${end}`;
}

const add = sandboxCommand({
  usage: 'faults add [rule]',
  describe: 'Add a fault to an account, for an hour or until the next reset',
  options: {
    rule: {
      describe: 'operation[#nth|%every|*times]:kind[=arg][@before|@after-commit]',
      read: text('a fault such as createGift#2:lost', 'rule', offerFaults),
    },
    scenario: {describe: 'Predefined faults; see crm-sandbox explain scenario', read: scenarios},
    all: allOption,
  },
  examples: [
    ['faults add "createGift#2:lost"', 'the response to the second gift is lost'],
    ['faults add "*%20:503"', 'every twentieth request gets a 503'],
    ['faults add --scenario deploy-502', 'the errors of a deployment'],
  ],
  check: ({rule, scenario}) => {
    if (rule === undefined && scenario.length === 0) {
      throw new UsageError('Name a fault, such as: crm-sandbox faults add "createGift#2:lost"; or a --scenario');
    }
    if (rule !== undefined) {
      checkShortForm(rule, '<rule>');
    }
  },
  run: async (client, {rule, scenario, all}) => {
    const named = scenariosOf(scenario);
    const rules = [...(rule === undefined ? [] : [rule]), ...named.rules];
    const reply = await client.send<FaultList>('POST', '/faults', {rules, scenario: named.names}, {all});
    return [reply, textOf(reply)];
  },
});

const clear = sandboxCommand({
  usage: 'faults clear [id]',
  describe: 'Remove the faults of an account, or one of them; faults of start stay',
  options: {id: {describe: 'Id of the fault', read: word('the id of a fault', 'id'), fallback: 'all'}, all: allOption},
  examples: [
    ['faults clear', 'all of the default account'],
    ['faults clear lost-gift', 'one'],
  ],
  run: async (client, {id, all}) => {
    const path = id === undefined ? '/faults' : `/faults/${encodeURIComponent(id)}`;
    const reply = await client.send<FaultList>('DELETE', path, undefined, {all});
    return [reply, textOf(reply) || (id === undefined ? 'the faults are removed' : `the fault ${id} is removed`)];
  },
});

export const faults = commandGroup({
  name: 'faults',
  describe: 'List, add or remove injected faults',
  commands: [list, add, clear],
  instead: 'faults list',
  examples: [
    ['faults add "createGift#2:lost"', 'the response to the second gift is lost'],
    ['faults list', 'with the affected requests'],
  ],
});
