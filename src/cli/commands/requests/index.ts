import {text as readText} from 'node:stream/consumers';
import type {ReplayedRequest} from '../../../admin/requests/replay.js';
import type {ShownRequest} from '../../../admin/requests/show.js';
import {printable} from '../../../exchanges/printable.js';
import {flag, integerBetween, path, UsageError} from '../../../sandbox/options/values.js';
import {commandGroup, sandboxCommand} from '../../command.js';
import {checkExclusive} from '../../options/option-table.js';
import {print} from '../../output/output.js';
import {writeStream} from '../../output/write-file.js';
import {filterTable, limitOption, queryOf, requestLine} from './filters.js';

const show = sandboxCommand({
  usage: 'requests show <number>',
  describe: 'Show one request: what was sent, what was answered, and what it changed',
  options: {
    number: {describe: 'As logs shows it', read: integerBetween(1, Number.MAX_SAFE_INTEGER)},
    curl: {describe: 'As the command that sends it again, with the key from CRM_SANDBOX_KEY', read: flag()},
  },
  examples: [
    ['requests show 12', 'with body, reply and change'],
    ['requests show 12 --curl | sh', 'and send it again'],
  ],
  check: ({curl, json}) => checkExclusive({'--curl': curl, '--json': json}),
  run: async (client, {number, curl}) => {
    if (curl) {
      print((await readText(await client.open('GET', `/requests/${number}/curl`))).trimEnd());
      return undefined;
    }
    const reply = await client.get<ShownRequest>(`/requests/${number}`);
    return [reply, wholeOf(reply)];
  },
});

function wholeOf(shown: ShownRequest): string {
  const {request, reply, issues, change} = shown;
  const parts = {
    headers: request.headers,
    body: request.body,
    'reply headers': reply.headers,
    reply: reply.body,
    ...(issues.refused.length > 0 && {refused: issues.refused}),
    ...(issues.ignored.length > 0 && {ignored: issues.ignored}),
    ...(change !== null && {change}),
  };
  const told = Object.entries(parts).filter(([, part]) => part !== null);
  return [requestLine(shown), ...told.map(([name, part]) => `${name}:\n${textOf(part)}`)].join('\n');
}

/** Formats text or JSON without control characters for the terminal. */
const textOf = (part: unknown): string =>
  (typeof part === 'string' ? part : JSON.stringify(part, undefined, 2)).split('\n').map(printable).join('\n');

const exportRequests = sandboxCommand({
  usage: 'requests export',
  describe: "Write requests as a file that a browser's network panel opens: an HTTP Archive (HAR)",
  options: {
    har: {describe: 'The file', read: path},
    ...filterTable,
    ...limitOption,
  },
  examples: [
    ['requests export --har run.har', 'all that are kept'],
    ['requests export --har run.har --status 4xx', 'those that were refused'],
  ],
  check: ({har}) => {
    if (har === undefined) {
      throw new UsageError('Name the file: crm-sandbox requests export --har run.har');
    }
  },
  run: async (client, {har = '', ...filters}) => {
    await writeStream(har, await client.open('GET', '/requests', {...queryOf(filters), format: 'har'}));
    return [{file: har}, `the requests are written to ${har}`];
  },
});

const replay = sandboxCommand({
  usage: 'requests replay <number>',
  describe: 'Send a request again, to the account as it is or to a copy of what it was',
  options: {
    number: {describe: 'As logs shows it', read: integerBetween(1, Number.MAX_SAFE_INTEGER)},
    fork: {describe: 'To a new account, which is as this one was before the request', read: flag()},
  },
  examples: [
    ['requests replay 12', 'what the client sent, once more'],
    ['requests replay 12 --fork', 'without a change to the account'],
  ],
  run: async (client, {number, fork}) => {
    const replayed = await client.send<ReplayedRequest>('POST', `/requests/${number}/replay`, undefined, {fork});
    const {account, key, seq, status} = replayed;
    const opened = key === undefined ? '' : `, which the key ${key} opens`;
    const answered = status === 0 ? 'it had no answer' : `it was answered ${status}`;
    return [replayed, `sent again as request ${seq} of the account ${account}${opened}: ${answered}`];
  },
});

export const requests = commandGroup({
  name: 'requests',
  describe: 'Show, replay or export requests; logs lists them',
  commands: [show, replay, exportRequests],
  instead: 'requests show 12',
  examples: [
    ['requests show 12', 'with body, reply and change'],
    ['requests replay 12 --fork', 'once more, on a copy of the account'],
    ['requests export --har run.har', "for a browser's network panel"],
  ],
});
