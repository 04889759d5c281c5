import type {ReplayedRequest} from '../../../../admin/requests/replay.js';
import type {ShownRequest} from '../../../../admin/requests/show.js';
import {Confirm, copy, DialogButton, Run, Snippet} from '../../parts/buttons.js';
import {chunk} from '../../parts/resource.js';
import {accountParameters} from '../../state/accounts.js';
import {notify} from '../../state/announce.js';
import {fetchJson, loadAccounts, send} from '../../state/api.js';
import {change} from '../../state/exchanges.js';
import {hrefOf} from '../../state/route.js';
import {requestHref} from './row.js';

const RequestEditor = chunk(async () => (await import('./editor.js')).RequestEditor);

export function Actions({request}: {readonly request: ShownRequest}) {
  const {seq, method, operation, changed} = request;
  const path = `/_sandbox/requests/${seq}`;
  const copyCurl = async () => {
    const command = await (await send('GET', `${path}/curl`)).text();
    await copy(command.trimEnd(), 'The command'); // no final newline: a pasted command must not run immediately
  };
  const replay = async () => {
    const again = await fetchJson<ReplayedRequest>('POST', `${path}/replay`);
    const link = {href: requestHref(again.seq), text: `Show request ${again.seq}`};
    notify(`Request ${seq} was sent again: status ${again.status}`, {link});
  };
  const fork = async () => {
    const again = await fetchJson<ReplayedRequest>('POST', `${path}/replay?fork=true`);
    await loadAccounts();
    const href = hrefOf(['requests', String(again.seq)], accountParameters(again.account));
    const link = {href, text: `Show it in ${again.account}`};
    notify(`Request ${seq} was sent again in the account ${again.account}: status ${again.status}`, {link});
  };
  const restore = () => {
    const link = {href: hrefOf(['data'], {as_of: ''}), text: 'Show the data'};
    const message = `The account was restored to the state before request ${seq}`;
    return change('POST', `/_sandbox/restore?to=before:${seq}`, message, {link});
  };
  const restoreButton = (
    <Confirm
      label="Restore previous state"
      title={`Restore the state before request ${seq}?`}
      verb="Restore"
      {...(changed && {class: 'primary'})}
      action={restore}
    >
      <p>
        This restores the account's data, ids and clock as they were before request {seq}. The request log is kept, so
        the time line can restore later states too.
      </p>
    </Confirm>
  );
  return (
    <div class="actions row">
      <Run action={copyCurl}>Copy as cURL</Run>
      <Run action={replay} disabled={method === ''}>
        Replay
      </Run>
      {method !== '' && (
        <DialogButton label="Edit and send" title={`Edit and send request ${seq}`}>
          {close => <RequestEditor request={request} onClose={close} />}
        </DialogButton>
      )}
      <Run action={fork} disabled={method === ''} title="In a new account with the state before the request">
        Replay in a fork
      </Run>
      {changed && restoreButton}
      <a class="button" href={hrefOf(['data'], {as_of: `request:${seq}`})}>
        Show resulting data
      </a>
      <a class="button" href={hrefOf(['faults'], {operation: operation ?? '*'})}>
        Create a fault
      </a>
      <DialogButton label="Create a test" title="A test for this request">
        {() => (
          <>
            <p>Paste this into a test file, and call your client at the comment.</p>
            <Snippet what="The test" text={testOf(request)} />
          </>
        )}
      </DialogButton>
      {!changed && restoreButton}
    </div>
  );
}

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ');

/** Removes values that the service ignored, because expectations cannot refer to them. */
function withoutIgnored(value: unknown, issues: ShownRequest['issues'], part: string) {
  const copy = structuredClone(value) as Record<string, unknown>;
  for (const {in: where, path} of issues.ignored) {
    const holder = path.slice(0, -1).reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], copy);
    if (where === part && typeof holder === 'object' && holder !== null && !Array.isArray(holder)) {
      delete (holder as Record<string, unknown>)[path.at(-1)!];
    }
  }
  return copy;
}

/** The expectation for a test, with everything that the service read from the request. */
function expectationOf({operation, method, url, status, request, issues}: ShownRequest): object {
  const query = withoutIgnored(request.query, issues, 'query');
  const isObject = typeof request.body === 'object' && request.body !== null;
  return {
    ...(operation === null ? {method, path: url.split('?', 1)[0]} : {operation}),
    ...(operation !== null && Object.keys(query).length > 0 && {query}),
    ...(operation !== null && isObject && {body: withoutIgnored(request.body, issues, 'body')}),
    status,
    times: 1,
  };
}

const testOf = (details: ShownRequest): string => `import {after, test} from 'node:test';
import {startSandbox} from 'crm-sandbox';

const sandbox = await startSandbox();
after(() => sandbox.close());

test(${JSON.stringify(`the client sends ${details.operation ?? `${details.method} ${details.url.split('?', 1)[0]}`}`)}, async () => {
  // Your client's work goes here: at sandbox.url, with sandbox.key.
  await sandbox.verify(${literal(expectationOf(details))});
});
`;
