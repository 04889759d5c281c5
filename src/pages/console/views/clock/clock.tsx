import {Refused, useSubmit} from '../../parts/refused.js';
import {Run} from '../../parts/run.js';
import {Waiting} from '../../parts/waiting.js';
import {account} from '../../state/accounts.js';
import {say} from '../../state/announce.js';
import {ask} from '../../state/api.js';
import {changes, noteChange} from '../../state/exchanges.js';
import {useLoaded} from '../../state/loaded.js';

interface Clock {
  readonly mode: 'frozen' | 'running';
  readonly now: string;
  readonly tick: string | null;
}

async function set(body: object): Promise<void> {
  const {now, mode} = await ask<Clock>('PUT', '/_sandbox/clock', {body});
  noteChange();
  say(`The clock is ${mode}, and says ${now}`);
}

const steps = [
  ['PT1H', 'An hour on'],
  ['P1D', 'A day on'],
  ['P1M', 'A month on'],
  ['P1Y', 'A year on'],
  ['-P1D', 'A day back'],
] as const;

export function ClockView() {
  const loaded = useLoaded<Clock>(signal => ask('GET', '/_sandbox/clock', {signal}), account.value, [changes.value]);
  return (
    <div class="sheet">
      <header>
        <h1>Clock</h1>
        <p>The account {account.value} writes its dates by this clock, and limits and ages go by it.</p>
      </header>
      <Waiting of={loaded}>{clock => <Shown clock={clock} />}</Waiting>
    </div>
  );
}

function Shown({clock: {mode, now, tick}}: {readonly clock: Clock}) {
  return (
    <>
      <section class="card axis" aria-label="The time">
        <p class="big-time">{now.replace('T', ' ').replace('Z', ' UTC')}</p>
        <p class="muted">
          {mode === 'frozen' ? 'It stands still' : 'It runs'}
          {tick !== null && `, and each write moves it by ${tick}`}.
        </p>
        <p class="row">
          {mode === 'frozen' ? (
            <Run action={() => set({mode: 'running'})}>Let it run</Run>
          ) : (
            <Run action={() => set({mode: 'frozen'})}>Freeze it</Run>
          )}
          {steps.map(([advance, text]) => (
            <Run key={advance} action={() => set({advance})}>
              {text}
            </Run>
          ))}
          <Run action={() => set({mode: 'machine'})}>By the machine's clock</Run>
        </p>
      </section>
      <ChangeForm
        label="Set the clock"
        about="Set it to: a moment, YYYY-MM-DDTHH:MM:SSZ, or a date"
        name="now"
        placeholder={now}
        verb="Set"
      />
      <ChangeForm
        label="Move the clock"
        about="Move it by: P1D, PT2H30M, -P1Y"
        name="advance"
        placeholder="P1D"
        verb="Move"
      />
    </>
  );
}

interface ChangeFormProps {
  readonly label: string;
  readonly about: string;
  readonly name: 'now' | 'advance';
  readonly placeholder: string;
  readonly verb: string;
}

function ChangeForm({label, about, name, placeholder, verb}: ChangeFormProps) {
  const {why, onSubmit} = useSubmit(form => set({[name]: String(form.get(name)).trim()}));
  return (
    <form class="card inline-form" onSubmit={onSubmit} aria-label={label}>
      <label class="field grow">
        <span>{about}</span>
        <input name={name} required placeholder={placeholder} spellcheck={false} autocomplete="off" />
      </label>
      <button type="submit">{verb}</button>
      <Refused why={why} />
    </form>
  );
}
