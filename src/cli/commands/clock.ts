import {flag, moment, UsageError, word} from '../../sandbox/options/values.js';
import type {Client} from '../client/admin-client.js';
import {dataOption} from '../client/connection.js';
import {commandGroup, sandboxCommand} from '../command.js';
import {allOption, query} from '../output/format.js';
import {answer} from '../output/output.js';

interface ClockReply {
  readonly mode: string;
  readonly now: string;
  readonly tick: string | null;
}

const told = ({mode, now, tick}: ClockReply) =>
  `the clock is ${mode}, at ${now}${tick === null ? '' : `, ticking ${tick} with each write`}`;

const change = (client: Client, body: object, all: boolean) =>
  client.send<ClockReply>('PUT', `/clock${query(all)}`, body);

const momentOption = {
  describe: 'A moment such as 2026-01-01T00:00:00Z, or a day',
  only: 'positional',
  read: moment,
} as const;

const options = {all: allOption, ...dataOption};

const show = sandboxCommand({
  usage: 'clock show',
  describe: "Show an account's clock",
  options: dataOption,
  examples: [['clock show', 'of the default account']],
  run: async (client, {json}) => {
    const reply = await client.get<ClockReply>('/clock');
    answer(json, reply, told(reply));
  },
});

const set = sandboxCommand({
  usage: 'clock set <moment>',
  describe: 'Set the clock to a moment; it stands still or runs on, as before',
  options: {moment: momentOption, ...options},
  examples: [['clock set 2026-12-31T23:59:00Z', 'a minute before the year ends']],
  run: async (client, {moment: now, all, json}) => {
    const reply = await change(client, {now}, all);
    answer(json, reply, told(reply));
  },
});

const freeze = sandboxCommand({
  usage: 'clock freeze [moment]',
  describe: 'Let the clock stand still, now or at a moment',
  options: {moment: momentOption, ...options},
  examples: [['clock freeze 2026-01-01', 'at the first moment of a day']],
  run: async (client, {moment: now, all, json}) => {
    const reply = await change(client, {mode: 'frozen', now}, all);
    answer(json, reply, told(reply));
  },
});

const run = sandboxCommand({
  usage: 'clock run [moment]',
  describe: 'Let the clock run on, from where it stands or from a moment',
  options: {
    moment: momentOption,
    machine: {describe: "With this machine's time", only: 'flag', read: flag()},
    ...options,
  },
  examples: [
    ['clock run', 'after: crm-sandbox clock freeze'],
    ['clock run --machine', 'as it was at the start'],
  ],
  check: ({moment, machine}) => {
    if (moment !== undefined && machine) {
      throw new UsageError('<moment> and --machine are mutually exclusive: give one of them');
    }
  },
  run: async (client, {moment: now, machine, all, json}) => {
    const reply = await change(client, {mode: machine ? 'machine' : 'running', now}, all);
    answer(json, reply, told(reply));
  },
});

const advance = sandboxCommand({
  usage: 'clock advance <duration>',
  describe: 'Move the clock by an ISO 8601 duration',
  options: {
    duration: {describe: 'Such as P1D, PT2H30M or -P1Y', only: 'positional', read: word('a duration such as P1D')},
    ...options,
  },
  examples: [['clock advance P30D', 'thirty days on']],
  run: async (client, {duration, all, json}) => {
    const reply = await change(client, {advance: duration}, all);
    answer(json, reply, told(reply));
  },
});

export const clock = commandGroup({
  name: 'clock',
  describe: "Show, set, freeze, run or advance an account's clock",
  commands: [show, set, freeze, run, advance],
  instead: 'clock advance P1D',
  examples: [
    ['clock freeze 2026-01-01', 'stands still there'],
    ['clock advance P1D', 'a day on'],
  ],
});
