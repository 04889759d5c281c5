import {linesOf, type VerifiedExchange, type VerifyFailure} from '../../../admin/verify/failure.js';
import type {Verified} from '../../../admin/verify/verify.js';
import {choice, flag, integerBetween, jsonObject, text, times} from '../../../sandbox/options/values.js';
import {Refused} from '../../client/admin-client.js';
import {sandboxCommand} from '../../command.js';
import {CommandError, exitCodes} from '../../command-error.js';
import {print} from '../../output/output.js';

const options = {
  operation: {describe: 'The id of the operation, such as createGift', read: text('the id of an operation')},
  method: {describe: 'Its method', read: text('a method such as POST')},
  path: {describe: 'Its path: /api/v1/gifts/7, /api/v1/gifts/{id} or /api/v1/gifts*', read: text('a path')},
  query: {describe: 'Parameters that it has among others, as JSON', read: jsonObject},
  body: {describe: 'Fields that its body has among others, as JSON', read: jsonObject},
  status: {describe: 'Its status, such as 422 or 4xx', read: text('a status such as 422 or 4xx')},
  caller: {
    describe: 'A place in the call chain that sent it: src/sync.ts:42, or src/sync.ts',
    read: text('a place in a source file'),
  },
  mark: {describe: 'What the test called the part of its run', read: text('a mark')},
  times: {describe: 'How often: 2, 0 for never, 1..3, 1.. or ..3', read: times, fallback: '1..'},
  sequence: {describe: 'Operations, one after the other: createGift,updateGift', read: text('ids of operations')},
  strict: {describe: 'With --sequence: nothing may stand between them', read: flag()},
  since: {describe: 'Only requests with a greater number', read: integerBetween(0, 10 ** 15 - 1)},
  within: {
    describe: 'How long to wait for it, such as 5s or 500ms [default: not at all]',
    read: text('a time such as 5s'),
  },
  phase: {
    describe: 'received counts requests before they are answered',
    read: choice(['received', 'answered']),
    fallback: 'answered',
  },
} as const;

export const verify = sandboxCommand({
  usage: 'verify',
  describe: 'Verify that an account had the requests that are expected',
  options,
  examples: [
    ['verify --operation createGift --times 1 --within 5s', 'waits for a gift, and fails where there were two'],
    [`verify --operation createGift --body '{"received_amount":50}'`, 'one of 50, among others'],
    ['verify --operation createGift --times 0 --status 4xx', 'none that was refused'],
  ],
  run: async (client, {json, url: _, key: __, 'admin-key': ___, sequence, strict, ...asked}) => {
    const steps = sequence?.split(',').map(operation => ({operation}));
    const body = {...asked, ...(steps && {sequence: steps}), ...(strict && {strict})};
    const reply = await client.send<Verified>('POST', '/verify', body).catch(error => {
      throw error instanceof Refused && error.status === 409 ? failed(error, json) : error;
    });
    return [reply, [holds(reply), ...reply.exchanges.map(line)].join('\n')];
  },
});

/** With `--json`, the failure's response goes to stdout, like that of a success. */
function failed({reply, message}: Refused, json: boolean): CommandError {
  if (json) {
    print(JSON.stringify(reply));
  }
  const lines = 'expected' in reply ? linesOf(reply as VerifyFailure).join('\n') : message;
  return new CommandError(lines, exitCodes.verification);
}

const holds = ({count}: Verified) => `It holds: ${count === 1 ? '1 request' : `${count} requests`}`;

function line({seq, method, url, status, caller, change}: VerifiedExchange): string {
  const changed = (['created', 'changed', 'deleted'] as const).flatMap(kind =>
    Object.entries(change?.[kind] ?? {}).map(([name, records]) => `${kind} ${name}: ${records.length}`),
  );
  const from = caller === null ? '' : ` from ${caller}`;
  return `  #${seq ?? '?'} ${method} ${url} ${status ?? 'not answered yet'}${from}${changed.length === 0 ? '' : `; ${changed.join(', ')}`}`;
}
