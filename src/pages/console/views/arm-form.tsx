import {useState} from 'preact/hooks';
import {faultMenu} from '../../../faults/fault-kinds.js';
import {Field, Options, SubmitForm} from '../parts/form.js';
import {change} from '../state/exchanges.js';
import {query} from '../state/route.js';
import {useCoverage} from './coverage.js';

const faults = faultMenu();

const argumentOf = (kind: string): string => faults.find(([name]) => name === kind)![1];

const selections = [
  ['', 'all'],
  ['#', 'only request n'],
  ['%', 'every nth request'],
  ['*', 'the first n requests'],
] as const;

const moments = [
  ['', 'default'],
  ['@before', 'before the operation'],
  ['@after-commit', 'after the commit'],
] as const;

type Input = Readonly<Record<'operation' | 'which' | 'nth' | 'kind' | 'argument' | 'when', string>>;

/** The short form of the rule: `createGift#1:503=7@after-commit`. */
const shortForm = ({operation, which, nth, kind, argument, when}: Input): string =>
  `${operation}${which === '' ? '' : `${which}${nth}`}:${kind}${argument === '' ? '' : `=${argument}`}${when}`;

export function ArmForm() {
  const [input, setInput] = useState<Input>({
    operation: query.value.get('operation') ?? '*',
    which: '',
    nth: '1',
    kind: 'lost',
    argument: '',
    when: '',
  });
  const bind = (name: keyof Input) => ({
    value: input[name],
    onInput: (event: {currentTarget: {value: string}}) => setInput({...input, [name]: event.currentTarget.value}),
  });
  const choose = (kind: string) => setInput({...input, kind, argument: argumentOf(kind), when: ''});
  const rule = shortForm(input);
  const add = () => change('POST', '/_sandbox/faults', `${rule} was added`, {body: {rules: [rule]}});
  return (
    <SubmitForm class="card axis stack" label="Add a fault" send={add} keepsInput>
      <Operations />
      <div class="inline-form">
        <Field label="Operation, * for all" grows>
          <input list="operations" required spellcheck={false} {...bind('operation')} />
        </Field>
        <Field label="Which requests">
          <select {...bind('which')}>
            <Options of={selections} />
          </select>
        </Field>
        {input.which !== '' && (
          <Field label="n">
            <input type="number" min="1" max="100000" required {...bind('nth')} />
          </Field>
        )}
        <Field label="Fault" grows>
          <select value={input.kind} onChange={event => choose(event.currentTarget.value)}>
            <Options of={faults.map(([kind, , about]) => [kind, `${kind}: ${about}`])} />
          </select>
        </Field>
        {argumentOf(input.kind) !== '' && (
          <Field label="Value">
            <input size={8} spellcheck={false} {...bind('argument')} />
          </Field>
        )}
        <Field label="When">
          <select {...bind('when')}>
            <Options of={moments} />
          </select>
        </Field>
      </div>
      <p class="row">
        <button type="submit" class="primary">
          Add fault
        </button>
        <code>{rule}</code>
      </p>
    </SubmitForm>
  );
}

function Operations() {
  const {value} = useCoverage();
  const groups = value?.coverage.find(({axis}) => axis === 'operations')?.groups ?? [];
  return (
    <datalist id="operations">
      <Options of={groups.flatMap(({exercised, not_exercised: unused}) => [...exercised, ...unused])} />
    </datalist>
  );
}
