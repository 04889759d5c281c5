import {useState} from 'preact/hooks';
import {say} from '../../state/announce.js';
import {ask, reasonOf} from '../../state/api.js';
import {noteChange} from '../../state/exchanges.js';
import {asOf} from '../../timeline/as-of.js';

/** Keeps a state under a name: the present one, or that which the time line stands at. */
export function SaveForm() {
  const [error, setError] = useState('');
  const state = asOf.value;
  const isOfRequest = state?.includes(':') ?? false;
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const name = String(new FormData(form).get('name'));
    const of = isOfRequest ? `?of=${encodeURIComponent(state!)}` : '';
    try {
      await ask('PUT', `/_sandbox/snapshots/${encodeURIComponent(name)}${of}`);
      form.reset();
      setError('');
      noteChange();
      say(`The snapshot ${name} is saved`);
    } catch (refusal) {
      setError(reasonOf(refusal));
    }
  };
  return (
    <form class="card inline-form" onSubmit={save} aria-label="Save a snapshot">
      <label class="field grow">
        <span>Name</span>
        <input name="name" required maxLength={64} placeholder="ready" spellcheck={false} autocomplete="off" />
      </label>
      <button type="submit" class="primary">
        {isOfRequest ? `Save the state ${state}` : 'Save the present state'}
      </button>
      {error !== '' && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
