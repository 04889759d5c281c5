import {useState} from 'preact/hooks';
import {faultMenu} from '../../../../faults/fault-kinds.js';
import {Refused} from '../../parts/refused.js';
import {say} from '../../state/announce.js';
import {ask, reasonOf} from '../../state/api.js';
import {noteChange} from '../../state/exchanges.js';
import {query} from '../../state/route.js';
import {useCoverage} from '../findings/coverage.js';

const faults = faultMenu();

type Form = Readonly<Record<'operation' | 'which' | 'nth' | 'kind' | 'argument' | 'when', string>>;

/** The short form of the rule: `createGift#1:503=7@after-commit`. */
const wordOf = ({operation, which, nth, kind, argument, when}: Form): string =>
  `${operation}${which === '' ? '' : `${which}${nth}`}:${kind}${argument === '' ? '' : `=${argument}`}${when}`;

export function ArmForm() {
  const [form, setForm] = useState<Form>({
    operation: query.value.get('operation') ?? '*',
    which: '',
    nth: '1',
    kind: 'lost',
    argument: '',
    when: '',
  });
  const [error, setError] = useState('');
  const set = (name: keyof Form) => (event: {currentTarget: {value: string}}) =>
    setForm({...form, [name]: event.currentTarget.value});
  const choose = (kind: string) =>
    setForm({...form, kind, argument: faults.find(([name]) => name === kind)![1], when: ''});
  const word = wordOf(form);
  const arm = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      await ask('POST', '/_sandbox/faults', {body: {rules: [word]}});
      noteChange();
      setError('');
      say(`${word} is armed`);
    } catch (refusal) {
      setError(reasonOf(refusal));
    }
  };
  return (
    <form class="card axis" aria-label="Arm a fault" onSubmit={arm}>
      <div class="inline-form">
        <label class="field grow">
          <span>Operation, * for all</span>
          <input list="operations" required spellcheck={false} value={form.operation} onInput={set('operation')} />
          <Operations />
        </label>
        <label class="field">
          <span>Which requests</span>
          <select value={form.which} onChange={set('which')}>
            <option value="">each</option>
            <option value="#">only number …</option>
            <option value="%">every … th</option>
            <option value="*">the first …</option>
          </select>
        </label>
        {form.which !== '' && (
          <label class="field">
            <span>Number</span>
            <input type="number" min="1" max="100000" required value={form.nth} onInput={set('nth')} />
          </label>
        )}
        <label class="field grow">
          <span>Fault</span>
          <select value={form.kind} onChange={event => choose(event.currentTarget.value)}>
            {faults.map(([kind, , about]) => (
              <option key={kind} value={kind}>
                {kind}: {about}
              </option>
            ))}
          </select>
        </label>
        {faults.find(([kind]) => kind === form.kind)![1] !== '' && (
          <label class="field">
            <span>How much</span>
            <input size={8} spellcheck={false} value={form.argument} onInput={set('argument')} />
          </label>
        )}
        <label class="field">
          <span>When</span>
          <select value={form.when} onChange={set('when')}>
            <option value="">as usual</option>
            <option value="@before">before it is done</option>
            <option value="@after-commit">after it is done</option>
          </select>
        </label>
      </div>
      <p class="row">
        <button type="submit" class="primary">
          Arm it
        </button>
        <code>{word}</code>
      </p>
      <Refused why={error} />
    </form>
  );
}

function Operations() {
  const {value} = useCoverage();
  const groups = value?.coverage.find(({axis}) => axis === 'operations')?.groups ?? [];
  return (
    <datalist id="operations">
      {groups
        .flatMap(({exercised, not_exercised: left}) => [...exercised, ...left])
        .map(id => (
          <option key={id} value={id} />
        ))}
    </datalist>
  );
}
