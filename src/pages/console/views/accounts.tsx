import {useEffect} from 'preact/hooks';
import type {AccountEntry} from '../../../admin/accounts.js';
import {Confirm, Run} from '../parts/buttons.js';
import {Field, SubmitForm} from '../parts/form.js';
import {ActionTable, Sheet} from '../parts/sheet.js';
import {account, accountParameters, accounts, keyOf} from '../state/accounts.js';
import {notify} from '../state/announce.js';
import {fetchJson, loadAccounts, send} from '../state/api.js';
import {config} from '../state/config.js';
import {hrefOf} from '../state/route.js';

async function create(body: object): Promise<void> {
  const {name} = await fetchJson<AccountEntry>('POST', '/_sandbox/accounts', {body, account: config.value!.account});
  await loadAccounts();
  const link = {href: hrefOf(['requests'], accountParameters(name)), text: 'Show it'};
  notify(`The account ${name} was created`, {link});
}

export default function Accounts() {
  useEffect(() => void loadAccounts().catch(() => {}), []); // other clients create accounts as well
  return (
    <Sheet
      title="Accounts"
      about="Each account has its own key, data, request log and clock. Accounts do not affect each other."
    >
      <CreateForm />
      <ActionTable heads={['Name', 'Key', 'Generation', 'Expires']}>
        {(accounts.value ?? []).map(entry => (
          <AccountRow key={entry.name} entry={entry} />
        ))}
      </ActionTable>
    </Sheet>
  );
}

function AccountRow({entry: {name, generation, expires_at: expiry}}: {readonly entry: AccountEntry}) {
  const isShown = name === account.value;
  const usual = config.value!.account;
  const remove = async () => {
    await send('DELETE', `/_sandbox/accounts/${encodeURIComponent(name)}`, {account: usual});
    notify(`The account ${name} was deleted`);
    await loadAccounts();
  };
  return (
    <tr>
      <th scope="row">
        {isShown ? name : <a href={hrefOf(['requests'], accountParameters(name))}>{name}</a>}{' '}
        {isShown && <span class="badge violet">current</span>}
      </th>
      <td>
        <code>{keyOf(name)}</code>
      </td>
      <td>{generation}</td>
      <td>{expiry ?? 'when the sandbox stops'}</td>
      <td class="row">
        <Run action={() => create({from: {account: name}})} aria-label={`Fork ${name}`}>
          Fork
        </Run>
        {name !== usual && (
          <Confirm label="Delete" title={`Delete the account ${name}?`} verb="Delete" class="tone bad" action={remove}>
            <p>This deletes its data, requests and snapshots. The next use of its key creates a new account.</p>
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function CreateForm() {
  const submit = (form: FormData) => {
    const name = String(form.get('name')).trim();
    return create(name === '' ? {} : {name});
  };
  return (
    <SubmitForm class="card inline-form" label="Create an account" send={submit}>
      <Field label="Name; generated if empty" grows>
        <input name="name" maxLength={64} spellcheck={false} autocomplete="off" />
      </Field>
      <button type="submit" class="primary">
        Create an account from the baseline
      </button>
    </SubmitForm>
  );
}
