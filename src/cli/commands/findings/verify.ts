import {linesOf, type VerifiedExchange, type VerifyFailure} from '../../../admin/verify/failure.js';
import type {Verified} from '../../../admin/verify/verify.js';
import {offerOperations} from '../../../sandbox/options/faults.js';
import {inGroup} from '../../../sandbox/options/option.js';
import {choice, flag, integerBetween, jsonObject, text, times} from '../../../sandbox/options/values.js';
import {Refused} from '../../client/admin-client.js';
import {sandboxCommand} from '../../command.js';
import {CommandError, exitCodes} from '../../command-error.js';
import {print} from '../../output/output.js';
import {methods} from '../requests/filters.js';

const options = inGroup('Filters', {
  operation: {
    describe: 'Id of the operation, such as createGift',
    read: text('the id of an operation', 'operation', offerOperations),
  },
  method: {describe: 'Method of the request', read: text('a method such as POST', 'method', () => methods)},
  path: {describe: 'Path: /api/v1/gifts/7, /api/v1/gifts/{id} or /api/v1/gifts*', read: text('a path', 'path')},
  query: {describe: 'Parameters that the query contains', read: jsonObject},
  body: {describe: 'Fields that the body contains', read: jsonObject},
  status: {describe: 'Status of the response, such as 422 or 4xx', read: text('a status such as 422 or 4xx', 'status')},
  caller: {
    describe: 'Place in the call chain: src/sync.ts:42, or src/sync.ts',
    read: text('a place in a source file', 'place'),
  },
  mark: {describe: 'Mark that the test set for this part of its run', read: text('a mark')},
  times: {describe: 'Expected number: 2, 0 for none, 1..3, 1.. or ..3', read: times, fallback: '1..'},
  sequence: {
    describe: 'Operations in this order: createGift,updateGift',
    read: text('ids of operations', 'operations'),
  },
  strict: {describe: 'With --sequence: allow no request in between', read: flag()},
  since: {describe: 'Only requests with a greater number', read: integerBetween(0, 10 ** 15 - 1)},
  within: {
    describe: 'Time to wait for the requests, such as 5s or 500ms',
    read: text('a time such as 5s', 'duration'),
    fallback: 'none',
  },
  phase: {
    describe: 'Count requests when they are received, or when they are answered',
    read: choice(['received', 'answered']),
    fallback: 'answered',
  },
});

export const verify = sandboxCommand({
  usage: 'verify',
  describe: 'Verify that an account received the expected requests',
  options,
  examples: [
    ['verify --operation createGift --times 1 --within 5s', 'wait for a gift, and fail if there are two'],
    [`verify --operation createGift --body '{"received_amount":50}'`, 'at least one gift of 50'],
    ['verify --operation createGift --times 0 --status 4xx', 'no rejected gift'],
  ],
  run: async (client, {json, url: _, key: __, 'admin-key': ___, sequence, strict, ...expectation}) => {
    const steps = sequence?.split(',').map(operation => ({operation}));
    const body = {...expectation, ...(steps && {sequence: steps}), ...(strict && {strict})};
    const reply = await client.send<Verified>('POST', '/verify', body).catch(error => {
      throw error instanceof Refused && error.status === 409 ? failed(error, json) : error;
    });
    return [reply, [holds(reply), ...reply.exchanges.map(line)].join('\n')];
  },
});

/** With `--json`, the response to a failure is printed on stdout, as for success. */
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
