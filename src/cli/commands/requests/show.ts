import {text as readText} from 'node:stream/consumers';
import type {ShownRequest} from '../../../admin/requests/show.js';
import {printable} from '../../../exchanges/printable.js';
import {sandboxCommand} from '../../command.js';
import {flag, integerBetween, UsageError} from '../../options/values.js';
import {answer, print} from '../../output/output.js';
import {requestLine} from './request-line.js';

export const show = sandboxCommand({
  usage: 'requests show <number>',
  describe: 'Show one request: what was sent, what was answered, and what it changed',
  options: {
    number: {
      describe: 'As logs shows it',
      only: 'positional',
      read: integerBetween(1, Number.MAX_SAFE_INTEGER),
    },
    curl: {
      describe: 'As the command that sends it again, with the key from CRM_SANDBOX_KEY',
      only: 'flag',
      isBoolean: true,
      read: flag(),
    },
  },
  examples: [
    ['requests show 12', 'with body, reply and change'],
    ['requests show 12 --curl | sh', 'and send it again'],
  ],
  check: ({curl, json}) => {
    if (curl && json) {
      throw new UsageError('--curl and --json are mutually exclusive: give one of them');
    }
  },
  run: async (client, {number, curl, json}) => {
    if (curl) {
      print((await readText(await client.open('GET', `/requests/${number}/curl`))).trimEnd());
      return;
    }
    const reply = await client.get<ShownRequest>(`/requests/${number}`);
    answer(json, reply, wholeOf(reply));
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
