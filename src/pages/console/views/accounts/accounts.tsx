import {useEffect} from 'preact/hooks';
import {Confirm} from '../../parts/confirm.js';
import {Refused, useSubmit} from '../../parts/refused.js';
import {Run} from '../../parts/run.js';
import {type AccountEntry, account, accountParameters, accounts, keyOf} from '../../state/accounts.js';
import {say} from '../../state/announce.js';
import {ask} from '../../state/api.js';
import {config} from '../../state/config.js';
import {loadAccounts} from '../../state/load-accounts.js';
import {hrefOf} from '../../state/route.js';
import {ActionTable} from '../action-table.js';

interface Made {
  readonly name: string;
}

/** Creates an account and links to it. */
async function make(body: object): Promise<void> {
  const {name} = await ask<Made>('POST', '/_sandbox/accounts', {body, account: config.value!.account});
  await loadAccounts();
  say(`The account ${name} is made`, {
    link: {href: hrefOf(['requests'], accountParameters(name)), text: 'Show it'},
  });
}

export function Accounts() {
  useEffect(() => void loadAccounts().catch(() => {}), []);
  return (
    <div class="sheet">
      <header>
        <h1>Accounts</h1>
        <p>
          Each has data, requests and a clock of its own, which its key leads to. Nothing passes from one to another.
        </p>
      </header>
      <MakeForm />
      <ActionTable heads={['Name', 'Key', 'Generation', 'Ends']}>
        {(accounts.value ?? []).map(entry => (
          <AccountRow key={entry.name} entry={entry} />
        ))}
      </ActionTable>
    </div>
  );
}

function AccountRow({entry: {name, generation, expires_at: end}}: {readonly entry: AccountEntry}) {
  const isShown = name === account.value;
  const isUsual = name === config.value?.account;
  const remove = async () => {
    await ask('DELETE', `/_sandbox/accounts/${encodeURIComponent(name)}`, {account: config.value!.account});
    say(`The account ${name} is deleted`);
    await loadAccounts();
  };
  return (
    <tr>
      <th scope="row">
        {isShown ? name : <a href={hrefOf(['requests'], accountParameters(name))}>{name}</a>}{' '}
        {isShown && <span class="mark">shown</span>}
      </th>
      <td>
        <code>{keyOf(name)}</code>
      </td>
      <td>{generation}</td>
      <td>{end ?? 'with the sandbox'}</td>
      <td class="row">
        <Run action={() => make({from: {account: name}})} label={`Fork ${name}`}>
          Fork
        </Run>
        {!isUsual && (
          <Confirm label="Delete" title={`Delete the account ${name}?`} verb="Delete" class="danger" action={remove}>
            <p>Its data, requests and snapshots go with it. Its key makes a new one.</p>
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function MakeForm() {
  const {why, onSubmit} = useSubmit(async form => {
    const name = String(form.get('name')).trim();
    await make(name === '' ? {} : {name});
  });
  return (
    <form class="card inline-form" onSubmit={onSubmit} aria-label="Make an account">
      <label class="field grow">
        <span>Name; one is made up where it is empty</span>
        <input name="name" maxLength={64} spellcheck={false} autocomplete="off" />
      </label>
      <button type="submit" class="primary">
        Make an account from the baseline
      </button>
      <Refused why={why} />
    </form>
  );
}
