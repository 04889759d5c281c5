import {Confirm} from '../../parts/confirm.js';
import {Empty} from '../../parts/empty.js';
import {Run} from '../../parts/run.js';
import {Waiting} from '../../parts/waiting.js';
import {account} from '../../state/accounts.js';
import {say} from '../../state/announce.js';
import {ask} from '../../state/api.js';
import {changes, noteChange} from '../../state/exchanges.js';
import {useLoaded} from '../../state/loaded.js';
import {hrefOf} from '../../state/route.js';
import {ActionTable} from '../action-table.js';
import {Differences} from './differences.js';
import {SaveForm} from './save-form.js';

interface Snapshot {
  readonly name: string;
  readonly saved_at: string;
  readonly counts: Readonly<Record<string, number>>;
}

const reset = async () => {
  await ask('POST', '/_sandbox/reset?keep=requests');
  noteChange();
  say('The account is reset');
};

/** Named states of the account, to restore, view and compare. */
export function Snapshots() {
  const loaded = useLoaded<{snapshots: readonly Snapshot[]}>(
    signal => ask('GET', '/_sandbox/snapshots', {signal}),
    account.value,
    [changes.value],
  );
  return (
    <div class="sheet">
      <header>
        <h1>Snapshots</h1>
        <Confirm label="Reset to the baseline" title="Reset the account?" verb="Reset" action={reset}>
          <p>The data and the clock become those of the start, or of the last seed. The requests stay listed.</p>
        </Confirm>
        <p>States of the account {account.value} that have a name.</p>
      </header>
      <SaveForm />
      <Waiting of={loaded}>
        {({snapshots}) => (
          <>
            <Saved snapshots={snapshots} />
            <Differences names={snapshots.map(({name}) => name)} />
          </>
        )}
      </Waiting>
    </div>
  );
}

function Saved({snapshots}: {readonly snapshots: readonly Snapshot[]}) {
  if (snapshots.length === 0) {
    return (
      <Empty title="No snapshot yet">
        <p>Save the present state under a name, and go back to it as often as you like.</p>
      </Empty>
    );
  }
  return (
    <ActionTable heads={['Name', "Saved, by the account's clock", 'Records']}>
      {snapshots.map(snapshot => (
        <SnapshotRow key={snapshot.name} snapshot={snapshot} />
      ))}
    </ActionTable>
  );
}

function SnapshotRow({snapshot: {name, saved_at: at, counts}}: {readonly snapshot: Snapshot}) {
  const path = `/_sandbox/snapshots/${encodeURIComponent(name)}`;
  const restore = async () => {
    await ask('POST', `${path}/restore`);
    noteChange();
    say(`The account is as in the snapshot ${name}`);
  };
  const remove = async () => {
    await ask('DELETE', path);
    noteChange();
    say(`The snapshot ${name} is deleted`);
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{at}</td>
      <td>{Object.values(counts).reduce((sum, count) => sum + count, 0)}</td>
      <td class="row">
        <a href={hrefOf(['data'], {as_of: name})}>Look at it</a>
        <Run action={restore} label={`Restore ${name}`}>
          Restore
        </Run>
        <Confirm label="Delete" title={`Delete the snapshot ${name}?`} verb="Delete" class="danger" action={remove}>
          <p>The account stays as it is.</p>
        </Confirm>
      </td>
    </tr>
  );
}
