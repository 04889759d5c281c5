import {schema} from '../../src/resources/index.js';
import {Faults} from '../../src/schema/faults.js';
import {parseBody} from '../../src/schema/parse-body.js';
import {parseQuery} from '../../src/schema/query.js';
import {settingsOf} from '../../src/settings.js';
import type {AccountState} from '../../src/store/account.js';
import {Account} from '../../src/store/account.js';
import type {Client} from '../support/factories.js';
import {operationAt} from '../support/sandbox.js';

/** An account, and a client that calls its operations without HTTP in between. What is refused throws. */
export function directClient(state: AccountState): {readonly account: Account; readonly client: Client} {
  const account = new Account('direct', schema, state);
  const call = (method: string) => async (path: string, sent: unknown) => {
    const [pathname = '', search = ''] = `/api/v1/${path}`.split('?');
    const operation = operationAt(method, pathname)!;
    const steps = pathname.split('/');
    const params = operation.path
      .split('/')
      .flatMap((step, index) => (step.startsWith('{') ? [[step.slice(1, -1), Number(steps[index])]] : []));
    const faults = Faults.none();
    const input = {
      params: Object.fromEntries(params),
      words: {},
      query:
        operation.query === undefined
          ? {}
          : parseQuery(operation.query, Object.fromEntries(new URLSearchParams(search))),
      body: operation.body === undefined ? {} : parseBody(operation.body, sent, faults),
      faults,
      settings: settingsOf(),
    };
    const body = account.write(transaction => {
      const answer = operation.handle(input, transaction);
      faults.refuse();
      return answer;
    });
    return {status: 200, headers: new Headers(), text: '', body};
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
