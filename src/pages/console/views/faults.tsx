import type {FaultList, FaultStatus} from '../../../admin/faults.js';
import type {OverrideStatus} from '../../../admin/overrides.js';
import {scenarios} from '../../../faults/scenarios.js';
import {Run} from '../parts/buttons.js';
import {Resource} from '../parts/resource.js';
import {ActionTable, Empty, Sheet, Table} from '../parts/sheet.js';
import {arrivals, change} from '../state/exchanges.js';
import {hrefOf} from '../state/route.js';
import {ArmForm} from './arm-form.js';

export default function InjectedFaults() {
  return (
    <Sheet
      title="Faults and overrides"
      about="Faults make requests of this account fail on purpose, to test how a client handles it. The first matching rule is applied. Overrides correct responses to every account."
    >
      <ArmForm />
      <Scenarios />
      <Resource path="/_sandbox/faults" reloadOn={arrivals}>
        {({rules}: FaultList) => <Rules rules={rules} />}
      </Resource>
      <Resource path="/_sandbox/overrides" reloadOn={arrivals}>
        {({overrides}: {overrides: readonly OverrideStatus[]}) =>
          overrides.length > 0 && <Overrides overrides={overrides} />
        }
      </Resource>
    </Sheet>
  );
}

function Scenarios() {
  const add = (scenario: string) => () =>
    change('POST', '/_sandbox/faults', `The scenario ${scenario} was added`, {body: {scenario}});
  return (
    <details class="card">
      <summary>Scenarios</summary>
      <table class="list flat">
        <tbody>
          {Object.entries(scenarios).map(([name, {about}]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="muted">{about}</td>
              <td>
                <Run action={add(name)} aria-label={`Add ${name}`}>
                  Add
                </Run>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Rules({rules}: {readonly rules: readonly FaultStatus[]}) {
  if (rules.length === 0) {
    return <Empty title="No active faults" about="Every request gets its normal response." />;
  }
  const clear = () => change('DELETE', '/_sandbox/faults', 'All faults were removed, except those set at the start');
  return (
    <section class="axis stack" aria-label="Active faults">
      <header class="bar">
        <h2>Active faults</h2>
        <Run action={clear} disabled={rules.every(({from}) => from === 'start')}>
          Remove all
        </Run>
      </header>
      <ActionTable heads={['Rule', 'Requests', 'Fault', 'Hits', 'Expires']}>
        {rules.map(rule => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ActionTable>
    </section>
  );
}

const conditions = ['nth', 'after', 'times', 'every', 'probability', 'match'] as const;

const conditionsOf = (rule: FaultStatus): string =>
  conditions
    .filter(name => rule[name] !== undefined)
    .map(name => `${name} ${JSON.stringify(rule[name])}`)
    .join(' ');

function RuleRow({rule}: {readonly rule: FaultStatus}) {
  const {id, operation, when, fault, from, expires_at: expiry, seen, hits, requests} = rule;
  const remove = () => change('DELETE', `/_sandbox/faults/${encodeURIComponent(id)}`, `The fault ${id} was removed`);
  return (
    <tr>
      <th scope="row">{id}</th>
      <td>
        <code>{operation}</code> <span class="muted">{conditionsOf(rule)}</span>
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
      <td class="time">{from === 'start' ? 'when the sandbox stops' : (expiry ?? 'never')}</td>
      <td>
        {from === 'test' && (
          <Run action={remove} aria-label={`Remove ${id}`}>
            Remove
          </Run>
        )}
      </td>
    </tr>
  );
}

function Overrides({overrides}: {readonly overrides: readonly OverrideStatus[]}) {
  return (
    <section class="axis stack" aria-label="Overrides">
      <h2>Overrides</h2>
      <div class="scroll-x">
        <Table class="list" heads={['Override', 'Requests', 'Response', 'Reason', 'Hits', 'Until']}>
          {overrides.map(({id, operation, match, when, patch, reply, reason, hits, until}) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>
                <code>{operation}</code>{' '}
                <span class="muted">{(match || when) && JSON.stringify({...match, ...when})}</span>
              </td>
              <td>
                <code>{JSON.stringify(patch ?? reply)}</code> <span class="muted">{patch ? 'patch' : 'reply'}</span>
              </td>
              <td>{reason}</td>
              <td>{hits}</td>
              <td class="time">{until ?? 'no end'}</td>
            </tr>
          ))}
        </Table>
      </div>
    </section>
  );
}
