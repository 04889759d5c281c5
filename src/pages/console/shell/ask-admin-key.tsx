import {useState} from 'preact/hooks';
import {Refused} from '../parts/refused.js';
import {ask, reasonOf} from '../state/api.js';
import {adminKey, config, isAdminKeyWanted} from '../state/config.js';

/** A sandbox can require an admin key. The key stays in this page's memory until the page is closed. */
export function AskAdminKey() {
  const [error, setError] = useState('');
  const enter = async (event: SubmitEvent) => {
    event.preventDefault();
    adminKey.value = String(new FormData(event.currentTarget as HTMLFormElement).get('key')).trim();
    try {
      await ask('GET', '/_sandbox/accounts', {account: config.value!.account});
      isAdminKeyWanted.value = false;
    } catch (refusal) {
      setError(reasonOf(refusal));
    }
  };
  return (
    <form class="card narrow" onSubmit={enter}>
      <h1>This sandbox asks for its admin key</h1>
      <p>It is what the sandbox was started with: --admin-key. This page keeps it in memory alone.</p>
      <label class="field">
        <span>Admin key</span>
        <input name="key" type="password" autoComplete="off" required />
      </label>
      <Refused why={error} />
      <button type="submit" class="primary">
        Open
      </button>
    </form>
  );
}
