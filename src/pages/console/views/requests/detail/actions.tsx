import {useState} from 'preact/hooks';
import {Confirm} from '../../../parts/confirm.js';
import {copy, Snippet, Uncopied} from '../../../parts/copy.js';
import {Dialog} from '../../../parts/dialog.js';
import {Run} from '../../../parts/run.js';
import {accountParameters} from '../../../state/accounts.js';
import {say} from '../../../state/announce.js';
import {ask, send} from '../../../state/api.js';
import {noteChange} from '../../../state/exchanges.js';
import {loadAccounts} from '../../../state/load-accounts.js';
import {hrefOf} from '../../../state/route.js';
import type {Details} from '../details.js';
import {requestHref} from '../row.js';
import {testOf} from './test-of.js';

interface Replayed {
  readonly account: string;
  readonly seq: number;
  readonly status: number;
}

export function Actions({details}: {readonly details: Details}) {
  const {seq, method, operation} = details;
  const [isTestOpen, setTestOpen] = useState(false);
  const at = `/_sandbox/requests/${seq}`;
  const copyCurl = async () => {
    const command = await (await send('GET', `${at}/curl`)).text();
    await copy(command.trimEnd(), 'The command'); // without its newline, a pasted command does not run at once
  };
  const replay = async () => {
    const again = await ask<Replayed>('POST', `${at}/replay`);
    say(`Request ${seq} was sent again: status ${again.status}`, {
      link: {href: requestHref(again.seq), text: `Show request ${again.seq}`},
    });
  };
  const fork = async () => {
    const again = await ask<Replayed>('POST', `${at}/replay?fork=true`);
    await loadAccounts();
    say(`Request ${seq} was sent again in the account ${again.account}: status ${again.status}`, {
      link: {
        href: hrefOf(['requests', String(again.seq)], accountParameters(again.account)),
        text: `Show it in ${again.account}`,
      },
    });
  };
  return (
    <div class="actions">
      <Run action={copyCurl}>Copy as cURL</Run>
      <Run action={replay} disabled={method === ''}>
        Replay
      </Run>
      <Run action={fork} disabled={method === ''} title="In a new account, as this one was before the request">
        Replay in a fork
      </Run>
      <BackToBefore seq={seq} />
      <a class="button" href={hrefOf(['data'], {as_of: `request:${seq}`})}>
        Data as of this
      </a>
      <a class="button" href={hrefOf(['faults'], {operation: operation ?? '*'})}>
        Make a fault of this
      </a>
      <button type="button" onClick={() => setTestOpen(true)}>
        Make a test of this
      </button>
      <Uncopied />
      {isTestOpen && (
        <Dialog title="A test that holds what was sent" onClose={() => setTestOpen(false)}>
          <p>It goes into a file of the client's tests. Put your client in the place that the comment names.</p>
          <Snippet what="The test" text={testOf(details)} />
        </Dialog>
      )}
    </div>
  );
}

function BackToBefore({seq}: {readonly seq: number}) {
  const restore = async () => {
    await ask('POST', `/_sandbox/restore?to=before:${seq}`);
    noteChange();
    say(`The account is as it was before request ${seq}`, {
      link: {href: hrefOf(['data'], {as_of: ''}), text: 'Show the data'},
    });
  };
  return (
    <Confirm
      label="Back to before this"
      title={`Back to before request ${seq}?`}
      verb="Go back"
      class="primary"
      action={restore}
    >
      <p>
        The data, the ids and the clock of the account become what they were before request {seq}. The requests stay
        listed, so that the time line leads forth again.
      </p>
    </Confirm>
  );
}
