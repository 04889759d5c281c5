import {text as readText} from 'node:stream/consumers';
import type {ReplayedRequest} from '../../../admin/requests/replay.js';
import type {ShownRequest} from '../../../admin/requests/show.js';
import {overlapText} from '../../../exchanges/journal/marks.js';
import {printable} from '../../../exchanges/printable.js';
import type {FindingsReport} from '../../../findings/finding.js';
import {flag, integerBetween, path, UsageError} from '../../../sandbox/options/values.js';
import type {Client} from '../../client/admin-client.js';
import {commandGroup, sandboxCommand} from '../../command.js';
import {checkExclusive} from '../../options/option-table.js';
import {faultText} from '../../output/exchange-line.js';
import {shortened, table} from '../../output/format.js';
import {print} from '../../output/output.js';
import {writeStream} from '../../output/write-file.js';
import {levelNames} from '../../reports/outcome.js';
import {findingLines} from '../findings/findings.js';
import {changeLines} from '../snapshot/diff.js';
import {filterTable, limitOption, queryOf} from './filters.js';

const numberOption = {
  describe: 'Number of the request, as logs shows it',
  read: integerBetween(1, Number.MAX_SAFE_INTEGER),
} as const;

const show = sandboxCommand({
  usage: 'requests show <number>',
  describe: 'Show one request with its response, changes, findings and fault',
  options: {
    number: numberOption,
    curl: {describe: 'Print a curl command that sends it again, with the key from CRM_SANDBOX_KEY', read: flag()},
  },
  examples: [
    ['requests show 12', 'the request as text'],
    ['requests show 12 --json', 'with all headers, for a program'],
    ['requests show 12 --curl | sh', 'send it again'],
  ],
  check: ({curl, json}) => checkExclusive({'--curl': curl, '--json': json}),
  run: async (client, {number, curl, json}) => {
    if (curl) {
      print((await readText(await client.open('GET', `/requests/${number}/curl`))).trimEnd());
      return undefined;
    }
    const reply = await client.get<ShownRequest>(`/requests/${number}`);
    return [reply, json ? '' : await wholeOf(reply, await findingsOf(client, reply))];
  },
});

async function wholeOf(exchange: ShownRequest, findings: readonly string[]): Promise<string> {
  const {describeIssue} = await import('../../../schema/issue.js');
  const {method, url, request, reply, issues, change} = exchange;
  const unlisted = change?.unlisted === undefined ? [] : [`and ${change.unlisted} more`];
  const sections: ReadonlyArray<readonly [title: string, lines: readonly string[]]> = [
    [method === '' ? 'Not readable as HTTP' : `${method} ${url}`, factsOf(exchange)],
    ['Request body', bodyLines(request)],
    ['Response body', bodyLines(reply)],
    ['Ignored', issues.ignored.map(describeIssue)],
    ['Changes', change === null ? [] : [...changeLines(change), ...unlisted]],
    ['Findings', findings],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.map(line => `  ${line}`)].map(printable).join('\n').trimEnd())
    .join('\n\n');
}

function factsOf(exchange: ShownRequest): string[] {
  const {seq, account, operation, status, ms, at, caller, mark, unassigned, fault, refusal} = exchange;
  const facts = {
    request: [seq, `account ${account ?? 'unknown'}`, ...(operation === null ? [] : [operation])].join(', '),
    status: `${status === 0 ? 'no response' : status}, ${ms} ms`,
    time: at,
    caller,
    mark: mark ?? (unassigned && overlapText(unassigned)),
    injected: fault && faultText(fault),
    rejected: refusal,
  };
  const known = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return table(known.map(([name, value]) => [name, printable(value)])).split('\n');
}

const maxLines = 40;
const longestLine = 400;

function bodyLines({body, length}: ShownRequest['request' | 'reply']): string[] {
  if (body === null || body === '') {
    return [];
  }
  const lines = (typeof body === 'string' ? body : JSON.stringify(body, undefined, 2)).split('\n');
  return [
    ...lines.slice(0, maxLines).map(line => shortened(line, longestLine)),
    ...(lines.length > maxLines ? [`… ${lines.length - maxLines} more lines; --json prints all`] : []),
    ...(length === undefined ? [] : [`… the sandbox kept only the beginning of ${length} bytes`]),
  ];
}

async function findingsOf(client: Client, {findings: broken}: ShownRequest): Promise<string[]> {
  if (broken.length === 0) {
    return [];
  }
  const {findings} = await client.get<FindingsReport>('/findings');
  return broken.flatMap(({rule, level, fingerprints}) => {
    const lines = findings.filter(({fingerprint}) => fingerprints.includes(fingerprint)).flatMap(findingLines);
    return lines.length > 0 ? lines : [`${levelNames[level]} ${rule}`, `  why: crm-sandbox explain ${rule}`, ''];
  });
}

const exportRequests = sandboxCommand({
  usage: 'requests export',
  describe: 'Write requests to an HTTP Archive (HAR), which browsers can open',
  options: {har: {describe: 'File to write', read: path}, ...filterTable, ...limitOption},
  examples: [
    ['requests export --har run.har', 'all requests that are kept'],
    ['requests export --har run.har --status 4xx', 'rejected requests'],
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
  describe: 'Send a request again, to its account or to a copy',
  options: {
    number: numberOption,
    fork: {describe: 'Send it to a new account with the state before the request', read: flag()},
  },
  examples: [
    ['requests replay 12', 'to the same account'],
    ['requests replay 12 --fork', 'to a copy of the account'],
  ],
  run: async (client, {number, fork}) => {
    const replayed = await client.send<ReplayedRequest>('POST', `/requests/${number}/replay`, undefined, {fork});
    const {account, key, seq, status} = replayed;
    const opened = key === undefined ? '' : `, which the key ${key} opens`;
    const outcome = status === 0 ? 'it got no response' : `the response was ${status}`;
    return [replayed, `sent again as request ${seq} of the account ${account}${opened}: ${outcome}`];
  },
});

export const requests = commandGroup({
  name: 'requests',
  describe: 'Show, replay or export requests, which logs lists',
  commands: [show, replay, exportRequests],
  instead: 'requests show 12',
  examples: [
    ['requests show 12', 'with bodies, changes and findings'],
    ['requests replay 12 --fork', 'send it again, to a copy of the account'],
    ['requests export --har run.har', 'for the network panel of a browser'],
  ],
});
