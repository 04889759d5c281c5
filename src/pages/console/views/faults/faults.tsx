import {Empty} from '../../parts/empty.js';
import {Run} from '../../parts/run.js';
import {Waiting} from '../../parts/waiting.js';
import {account} from '../../state/accounts.js';
import {say} from '../../state/announce.js';
import {ask} from '../../state/api.js';
import {arrivals, noteChange} from '../../state/exchanges.js';
import {useLoaded} from '../../state/loaded.js';
import {hrefOf} from '../../state/route.js';
import {ActionTable} from '../action-table.js';
import {ArmForm} from './arm-form.js';
import {Scenarios} from './scenarios.js';

interface Rule {
  readonly id: string;
  readonly operation: string;
  readonly when: string;
  readonly fault: Readonly<Record<string, unknown>>;
  readonly from: 'start' | 'test';
  readonly expires_at: string | null;
  readonly seen: number;
  readonly hits: number;
  readonly requests: readonly number[];
  readonly [more: string]: unknown;
}

const useRules = () =>
  useLoaded<{rules: readonly Rule[]}>(signal => ask('GET', '/_sandbox/faults', {signal}), account.value, [
    arrivals.value,
  ]);

const clear = async () => {
  await ask('DELETE', '/_sandbox/faults');
  noteChange();
  say('All faults that were set are removed');
};

/** Fault injection: active rules, their hits, and a form for new ones. */
export function InjectedFaults() {
  return (
    <div class="sheet">
      <header>
        <h1>Injected faults</h1>
        <p>
          What is done to requests of this account on purpose, so that a client shows what it makes of it. The first
          rule that is due is done.
        </p>
      </header>
      <ArmForm />
      <Scenarios />
      <Waiting of={useRules()}>{({rules}) => <Rules rules={rules} />}</Waiting>
    </div>
  );
}

function Rules({rules}: {readonly rules: readonly Rule[]}) {
  if (rules.length === 0) {
    return (
      <Empty title="No fault is armed">
        <p>Every request is answered as the service answers it.</p>
      </Empty>
    );
  }
  return (
    <section class="axis" aria-label="Armed">
      <header class="row">
        <h2>Armed</h2>
        <Run action={clear} disabled={rules.every(({from}) => from === 'start')}>
          Remove all
        </Run>
      </header>
      <ActionTable heads={['Rule', 'Of', 'Does', 'Hits', 'Until']}>
        {rules.map(rule => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ActionTable>
    </section>
  );
}

const targets = ['nth', 'after', 'times', 'every', 'probability', 'match'] as const;

function RuleRow({rule}: {readonly rule: Rule}) {
  const {id, operation, when, fault, from, expires_at: end, seen, hits, requests} = rule;
  const remove = async () => {
    await ask('DELETE', `/_sandbox/faults/${encodeURIComponent(id)}`);
    noteChange();
    say(`The fault ${id} is removed`);
  };
  return (
    <tr>
      <th scope="row">{id}</th>
      <td>
        <code>{operation}</code>
        {targets
          .filter(name => rule[name] !== undefined)
          .map(name => (
            <span key={name} class="muted">
              {' '}
              {name} {typeof rule[name] === 'object' ? JSON.stringify(rule[name]) : String(rule[name])}
            </span>
          ))}
      </td>
      <td>
        <code>{JSON.stringify(fault)}</code> <span class="muted">{when}</span>
      </td>
      <td>
        {hits} of {seen}{' '}
        {requests.slice(-5).map(seq => (
          <a key={seq} href={hrefOf(['requests', String(seq)])}>
            #{seq}{' '}
          </a>
        ))}
      </td>
      <td class="time">{from === 'start' ? 'the end of the sandbox' : (end ?? 'it is removed')}</td>
      <td>
        {from === 'test' && (
          <Run action={remove} label={`Remove ${id}`}>
            Remove
          </Run>
        )}
      </td>
    </tr>
  );
}
