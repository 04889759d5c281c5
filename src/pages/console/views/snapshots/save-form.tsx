import {Refused, useSubmit} from '../../parts/refused.js';
import {say} from '../../state/announce.js';
import {ask} from '../../state/api.js';
import {noteChange} from '../../state/exchanges.js';
import {asOf} from '../../timeline/as-of.js';

/** Saves a state under a name: the present one, or the one at the time line's position. */
export function SaveForm() {
  const state = asOf.value;
  const isOfRequest = state?.includes(':') ?? false;
  const {why, onSubmit} = useSubmit(async form => {
    const name = String(form.get('name'));
    const of = isOfRequest ? `?of=${encodeURIComponent(state!)}` : '';
    await ask('PUT', `/_sandbox/snapshots/${encodeURIComponent(name)}${of}`);
    noteChange();
    say(`The snapshot ${name} is saved`);
  });
  return (
    <form class="card inline-form" onSubmit={onSubmit} aria-label="Save a snapshot">
      <label class="field grow">
        <span>Name</span>
        <input name="name" required maxLength={64} placeholder="ready" spellcheck={false} autocomplete="off" />
      </label>
      <button type="submit" class="primary">
        {isOfRequest ? `Save the state ${state}` : 'Save the present state'}
      </button>
      <Refused why={why} />
    </form>
  );
}
