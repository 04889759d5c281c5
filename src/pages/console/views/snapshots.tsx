import {useState} from 'preact/hooks';
import type {SnapshotEntry} from '../../../admin/snapshots.js';
import type {Diff} from '../../../admin/states/diff.js';
import {asOf} from '../parts/as-of.js';
import {Confirm, Run} from '../parts/buttons.js';
import {Field, Options, SubmitForm} from '../parts/form.js';
import {Resource} from '../parts/resource.js';
import {ActionTable, Empty, Sheet} from '../parts/sheet.js';
import {account} from '../state/accounts.js';
import {change, changes} from '../state/exchanges.js';
import {hrefOf, query} from '../state/route.js';
import {ChangeTab} from './requests/change-tab.js';

const reset = () => change('POST', '/_sandbox/reset?keep=requests', 'The account was reset');

export default function Snapshots() {
  return (
    <Sheet
      title="Snapshots"
      about={`Named states of the account ${account.value}`}
      action={
        <Confirm label="Reset to the baseline" title="Reset the account?" verb="Reset" action={reset}>
          <p>This restores the data and the clock of the start, or of the last seed. The request log is kept.</p>
        </Confirm>
      }
    >
      <SaveForm />
      <Resource path="/_sandbox/snapshots" reloadOn={changes}>
        {({snapshots}: {snapshots: readonly SnapshotEntry[]}) => (
          <>
            <Saved snapshots={snapshots} />
            <Differences names={snapshots.map(({name}) => name)} />
          </>
        )}
      </Resource>
    </Sheet>
  );
}

/** Saves a state under a name: the current one, or the state at the knob of the time line. */
function SaveForm() {
  const state = asOf.value?.includes(':') ? asOf.value : undefined;
  const save = (form: FormData) => {
    const name = String(form.get('name'));
    const of = state === undefined ? '' : `?of=${encodeURIComponent(state)}`;
    return change('PUT', `/_sandbox/snapshots/${encodeURIComponent(name)}${of}`, `The snapshot ${name} was saved`);
  };
  return (
    <SubmitForm class="card inline-form" label="Save a snapshot" send={save}>
      <Field label="Name" grows>
        <input name="name" required maxLength={64} placeholder="ready" spellcheck={false} autocomplete="off" />
      </Field>
      <button type="submit" class="primary">
        Save the {state === undefined ? 'current state' : `state ${state}`}
      </button>
    </SubmitForm>
  );
}

function Saved({snapshots}: {readonly snapshots: readonly SnapshotEntry[]}) {
  if (snapshots.length === 0) {
    return (
      <Empty title="No snapshots yet" about="Save the current state under a name to restore it as often as you like." />
    );
  }
  return (
    <ActionTable heads={['Name', 'Saved at (account clock)', 'Records']}>
      {snapshots.map(snapshot => (
        <SnapshotRow key={snapshot.name} snapshot={snapshot} />
      ))}
    </ActionTable>
  );
}

function SnapshotRow({snapshot: {name, saved_at: savedAt, counts}}: {readonly snapshot: SnapshotEntry}) {
  const path = `/_sandbox/snapshots/${encodeURIComponent(name)}`;
  const restore = () => change('POST', `${path}/restore`, `The snapshot ${name} was restored`);
  const remove = () => change('DELETE', path, `The snapshot ${name} was deleted`);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{savedAt}</td>
      <td>{Object.values(counts).reduce((sum, count) => sum + count, 0)}</td>
      <td class="row">
        <a href={hrefOf(['data'], {as_of: name})}>Show data</a>
        <Run action={restore} aria-label={`Restore ${name}`}>
          Restore
        </Run>
        <Confirm label="Delete" title={`Delete the snapshot ${name}?`} verb="Delete" class="tone bad" action={remove}>
          <p>The account's data does not change.</p>
        </Confirm>
      </td>
    </tr>
  );
}

function Differences({names}: {readonly names: readonly string[]}) {
  const {from, to = ''} = Object.fromEntries(query.value);
  const [range, setRange] = useState(from === undefined ? undefined : {from, to});
  const compare = async (form: FormData) =>
    setRange({from: String(form.get('from')).trim(), to: String(form.get('to')).trim()});
  return (
    <section class="axis stack" aria-label="Compare">
      <h2>Compare two states</h2>
      <SubmitForm class="card inline-form" send={compare} keepsInput>
        <Field label="From: a snapshot, baseline, before:12, request:12" grows>
          <input name="from" list="states" required defaultValue={from ?? 'baseline'} spellcheck={false} />
        </Field>
        <Field label="To: empty for the current state" grows>
          <input name="to" list="states" defaultValue={to} spellcheck={false} />
        </Field>
        <button type="submit">Compare</button>
        <datalist id="states">
          <Options of={['baseline', ...names]} />
        </datalist>
      </SubmitForm>
      {range !== undefined && <Difference {...range} />}
    </section>
  );
}

function Difference({from, to}: {readonly from: string; readonly to: string}) {
  const query = new URLSearchParams({from, ...(to !== '' && {to})});
  return (
    <Resource path={`/_sandbox/diff?${query}`} reloadOn={to === '' ? changes : undefined}>
      {(diff: Diff) => (
        <div class="card tab-panel">
          <p>
            {diff.total.created} created, {diff.total.changed} changed, {diff.total.deleted} deleted
          </p>
          <ChangeTab change={diff} />
        </div>
      )}
    </Resource>
  );
}
