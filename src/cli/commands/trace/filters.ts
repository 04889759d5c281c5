import type {TracedEvent, TracedRequest} from '../../../exchanges/trace/format.js';
import type {OptionTable, Values} from '../../options/option-table.js';
import {flag, UsageError, word} from '../../options/values.js';

/** Filters for traced events. Admin operations appear only if no filter is set. */
export const filterTable = {
  operation: {
    describe: 'Only of this operation; createGift stands for createGiftOfConstituent',
    only: 'flag',
    read: word('the id of an operation'),
  },
  status: {describe: 'Only with this status: 404, or 4xx', only: 'flag', read: word('a status such as 404 or 4xx')},
  method: {describe: 'Only with this method', only: 'flag', read: word('a method such as POST')},
  account: {describe: 'Only of this account', only: 'flag', read: word('the name of an account')},
  changed: {describe: 'Only those that changed something', only: 'flag', isBoolean: true, read: flag()},
} as const satisfies OptionTable;

type Filters = Values<typeof filterTable>;

/** @throws UsageError if a filter can match nothing */
export async function filterOf(filters: Filters): Promise<(event: TracedEvent) => boolean> {
  const {status, method, account, changed} = filters;
  if (status !== undefined && !/^[1-5](?:\d\d|xx)$/i.test(status)) {
    throw new UsageError(`--status must be a status such as 404 or 4xx, got ${JSON.stringify(status)}`);
  }
  const operation = filters.operation === undefined ? undefined : await operationOf(filters.operation);
  const start = status?.replace(/xx$/i, '');
  const isMeant = (request: TracedRequest) =>
    (operation === undefined || request.operation === operation) &&
    (start === undefined || `${request.status}`.startsWith(start)) &&
    (method === undefined || request.method === method.toUpperCase()) &&
    (!changed || request.changes !== undefined);
  const isAny = operation === undefined && start === undefined && method === undefined && !changed;
  return event =>
    (account === undefined || event.account === account) && (event.type === 'control' ? isAny : isMeant(event));
}

async function operationOf(name: string): Promise<string> {
  const {operationIdOf} = await import('../../../exchanges/operation-ids.js');
  const {catalog} = await import('../../../resources/index.js');
  try {
    return operationIdOf(
      name,
      catalog.operations.map(({id}) => id),
      '--operation',
    );
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
