import {Account} from '../../src/accounts/account.js';
import type {AccountState} from '../../src/accounts/account-state.js';
import {execute, replyToSend} from '../../src/operations/execute.js';
import {schema} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';
import type {Client} from '../support/factories.js';
import {operationAt} from '../support/sandbox.js';

/** Returns an account, and a client that executes its operations without HTTP and throws their errors. */
export function directClient(state: AccountState): {readonly account: Account; readonly client: Client} {
  const account = new Account('direct', schema, state);
  const context = {account, settings: settingsOf(), address: () => 'direct:'};
  const call = (method: string) => async (address: string, sent: unknown) => {
    const [pathname = '', search = ''] = `/api/v1/${address}`.split('?');
    const operation = operationAt(method, pathname)!;
    const steps = pathname.split('/');
    const path = operation.path
      .split('/')
      .flatMap((step, index) => (step.startsWith('{') ? [[step.slice(1, -1), steps[index]]] : []));
    const request = {
      path: Object.fromEntries(path),
      query: Object.fromEntries(new URLSearchParams(search)),
      body: sent,
    };
    return {
      status: 200,
      headers: new Headers(),
      text: '',
      body: JSON.parse(`${replyToSend(await execute(operation, request, context))}`),
    };
  };
  const client = {
    key: 'direct',
    get: call('GET'),
    post: call('POST'),
    patch: call('PATCH'),
    put: call('PUT'),
    delete: call('DELETE'),
  };
  return {account, client: client as Client};
}
