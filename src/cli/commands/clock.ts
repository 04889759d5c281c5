import type {ClockStatus} from '../../admin/clock.js';
import {flag, moment, word} from '../../sandbox/options/values.js';
import type {Client} from '../client/admin-client.js';
import {dataOption} from '../client/connection.js';
import {commandGroup, sandboxCommand} from '../command.js';
import {checkExclusive} from '../options/option-table.js';
import {allOption, clockText} from '../output/format.js';

async function clockAfter(client: Client, change?: object, all?: boolean): Promise<[ClockStatus, string]> {
  const reply = await client.send<ClockStatus>(change === undefined ? 'GET' : 'PUT', '/clock', change, {all});
  return [reply, `the clock is ${clockText(reply)}`];
}

const momentOption = {describe: 'Moment such as 2026-01-01T00:00:00Z, or a day', read: moment} as const;

const options = {all: allOption, ...dataOption};

const show = sandboxCommand({
  usage: 'clock show',
  describe: "Show an account's clock",
  options: dataOption,
  examples: [['clock show', 'of the default account']],
  run: client => clockAfter(client),
});

const set = sandboxCommand({
  usage: 'clock set <moment>',
  describe: 'Set the clock to a moment; it stays frozen or running',
  options: {moment: momentOption, ...options},
  examples: [['clock set 2026-12-31T23:59:00Z', 'a minute before the year ends']],
  run: (client, {moment: now, all}) => clockAfter(client, {now}, all),
});

const freeze = sandboxCommand({
  usage: 'clock freeze [moment]',
  describe: 'Stop the clock, now or at a moment',
  options: {moment: momentOption, ...options},
  examples: [['clock freeze 2026-01-01', 'at the start of a day']],
  run: (client, {moment: now, all}) => clockAfter(client, {mode: 'frozen', now}, all),
});

const run = sandboxCommand({
  usage: 'clock run [moment]',
  describe: 'Let the clock run, from its time or from a moment',
  options: {moment: momentOption, machine: {describe: "Use this machine's time", read: flag()}, ...options},
  examples: [
    ['clock run', 'after: crm-sandbox clock freeze'],
    ['clock run --machine', 'as at the start'],
  ],
  check: ({moment, machine}) => checkExclusive({'<moment>': moment, '--machine': machine}),
  run: (client, {moment: now, machine, all}) => clockAfter(client, {mode: machine ? 'machine' : 'running', now}, all),
});

const advance = sandboxCommand({
  usage: 'clock advance <duration>',
  describe: 'Move the clock by an ISO 8601 duration',
  options: {
    duration: {
      describe: 'ISO 8601 duration such as P1D, PT2H30M or -P1Y',
      read: word('a duration such as P1D', 'duration'),
    },
    ...options,
  },
  examples: [['clock advance P30D', 'by thirty days']],
  run: (client, {duration, all}) => clockAfter(client, {advance: duration}, all),
});

export const clock = commandGroup({
  name: 'clock',
  describe: "Show, set, freeze, run or advance an account's clock",
  commands: [show, set, freeze, run, advance],
  instead: 'clock advance P1D',
  examples: [
    ['clock freeze 2026-01-01', 'at the start of a day'],
    ['clock advance P1D', 'by one day'],
  ],
});
