import type {ClockStatus} from '../../../admin/clock.js';
import {Run} from '../parts/buttons.js';
import {Field, SubmitForm} from '../parts/form.js';
import {Resource} from '../parts/resource.js';
import {Sheet} from '../parts/sheet.js';
import {account} from '../state/accounts.js';
import {notify} from '../state/announce.js';
import {fetchJson} from '../state/api.js';
import {changes, noteChange} from '../state/exchanges.js';

async function set(body: object): Promise<void> {
  const {now, mode} = await fetchJson<ClockStatus>('PUT', '/_sandbox/clock', {body});
  noteChange();
  notify(`The clock is ${mode} at ${now}`);
}

const steps = [
  ['PT1H', '+1 hour'],
  ['P1D', '+1 day'],
  ['P1M', '+1 month'],
  ['P1Y', '+1 year'],
  ['-P1D', '−1 day'],
] as const;

export default function ClockView() {
  return (
    <Sheet
      title="Clock"
      about={`The account ${account.value} uses this clock for the dates that it writes, for rate limits and for ages.`}
    >
      <Resource path="/_sandbox/clock" reloadOn={changes}>
        {(clock: ClockStatus) => <Controls clock={clock} />}
      </Resource>
    </Sheet>
  );
}

function Controls({clock: {mode, now, tick}}: {readonly clock: ClockStatus}) {
  const isFrozen = mode === 'frozen';
  return (
    <>
      <section class="card axis stack" aria-label="The time">
        <p class="big-time">{now.replace('T', ' ').replace('Z', ' UTC')}</p>
        <p class="muted">
          {isFrozen ? 'Frozen' : 'Running'}
          {tick !== null && `; each write advances it by ${tick}`}
        </p>
        <p class="row">
          <Run action={() => set({mode: isFrozen ? 'running' : 'frozen'})}>{isFrozen ? 'Start' : 'Freeze'}</Run>
          {steps.map(([advance, text]) => (
            <Run key={advance} action={() => set({advance})}>
              {text}
            </Run>
          ))}
          <Run action={() => set({mode: 'machine'})}>Use the system clock</Run>
        </p>
      </section>
      <ChangeForm label="Set to: a time, YYYY-MM-DDTHH:MM:SSZ, or a date" name="now" placeholder={now} verb="Set" />
      <ChangeForm label="Advance by: P1D, PT2H30M, -P1Y" name="advance" placeholder="P1D" verb="Advance" />
    </>
  );
}

interface ChangeFormProps {
  readonly label: string;
  readonly name: 'now' | 'advance';
  readonly placeholder: string;
  readonly verb: string;
}

function ChangeForm({label, name, placeholder, verb}: ChangeFormProps) {
  return (
    <SubmitForm
      class="card inline-form"
      label={`${verb} the clock`}
      send={form => set({[name]: String(form.get(name)).trim()})}
    >
      <Field label={label} grows>
        <input name={name} required placeholder={placeholder} spellcheck={false} autocomplete="off" />
      </Field>
      <button type="submit">{verb}</button>
    </SubmitForm>
  );
}
