import type {ExecutionContext} from 'ava';
import type {Finding} from '../../src/findings/finding.js';
import type {ExampleRequest, RuleExample} from '../../src/findings/rule.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/start-sandbox.js';
import {sendRequest} from './http.js';
import './slots.js';
import {frozen} from './sandbox.js';

/** Starts a sandbox. The test fails if a rule throws. */
export async function startWatched(t: ExecutionContext, options: StartOptions = {}): Promise<RunningSandbox> {
  const errors: unknown[] = [];
  const sandbox = await startSandbox({
    profile: 'small',
    now: frozen,
    onError: error => errors.push(error),
    ...options,
  });
  t.teardown(async () => {
    await sandbox.close();
    if (errors.length > 0) {
      throw errors[0];
    }
  });
  return sandbox;
}

/** Sends a request as the account of a key. */
export async function sendExample(
  {url}: Pick<RunningSandbox, 'url'>,
  key: string,
  {method = 'GET', path, body, headers = {}}: ExampleRequest,
) {
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('{url}', url)]);
  const {authorization = `Bearer ${key}`, ...otherHeaders} = Object.fromEntries(filled) as Record<string, string>;
  return sendRequest(`${url}${path.replace('{key}', key)}`, {
    method,
    headers: {
      ...(authorization === '' ? {} : {authorization}),
      ...(body === undefined ? {} : {'content-type': 'application/json'}),
      ...otherHeaders,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** Sends the requests of an example to a new account and returns the findings. */
export async function findingsOf(
  sandbox: RunningSandbox,
  name: string,
  {requests}: RuleExample,
): Promise<readonly Finding[]> {
  const account = sandbox.account(name);
  for (const request of requests) {
    for (let times = request.times ?? 1; times > 0; times--) {
      await sendExample(sandbox, account.key, request);
    }
  }
  return account.findings();
}
