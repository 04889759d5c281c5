import {generateRecords} from '../../../fixtures/index.js';
import {Accounts} from '../../../src/accounts/accounts.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {type AdminContext, executeAdmin} from '../../../src/admin/admin-operation.js';
import {verifyRequests} from '../../../src/admin/verify/verify.js';
import {type FullExchange, noIssues} from '../../../src/exchanges/exchange.js';
import {catalog, operations, schema} from '../../../src/resources/index.js';
import {adminContextOf} from '../../support/admin-context.js';

const baseline = () => ({
  records: generateRecords(catalog, {constituents: 1}),
  clock: frozenClock(Date.UTC(2026, 0, 1)),
});

/** Opens accounts without a server and returns the context of one; published exchanges go to its journal. */
export async function openContext(append: () => Promise<void> = async () => undefined): Promise<AdminContext> {
  const accounts = await Accounts.open({schema, baseline: baseline(), seed: 1, changeLog: {append}});
  const context = adminContextOf(accounts, [await accounts.get('default')]);
  context.exchanges.subscribe(context.journal.read);
  return context;
}

export const verifyIn = (context: AdminContext, body: object) =>
  executeAdmin(verifyRequests, context, {body: body as never});

/** A successful request to create a group. */
export const createGroupExchange = (name: string, account = 'default'): Omit<FullExchange, 'seq'> => ({
  at: '2026-01-01T00:00:00Z',
  receivedAt: 0,
  account,
  surface: 'api',
  client: {},
  method: 'POST',
  url: '/api/v1/groups',
  operation: operations.find(({id}) => id === 'createGroup')!,
  params: {},
  query: {},
  requestHeaders: {},
  body: {name},
  rawBody: JSON.stringify({name}),
  issues: noIssues,
  status: 200,
  headers: {},
  reply: '{}',
  ms: 1,
});

export function publishGroup({exchanges}: AdminContext, name: string): void {
  exchanges.publish({seq: exchanges.count('default'), ...createGroupExchange(name)});
}
