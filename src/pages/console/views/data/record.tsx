import type {ShownKind} from '../../../../admin/kinds.js';
import type {ListedRequest} from '../../../../admin/requests/list.js';
import {asOf} from '../../parts/as-of.js';
import {Confirm} from '../../parts/buttons.js';
import {useResource, View} from '../../parts/resource.js';
import {Empty} from '../../parts/sheet.js';
import {Method, Status, Value} from '../../parts/values.js';
import {notify} from '../../state/announce.js';
import {send} from '../../state/api.js';
import {arrivals, changes} from '../../state/exchanges.js';
import {go, hrefOf} from '../../state/route.js';
import {EditButton} from './edit.js';
import {type RecordData, readPath, recordHref, titleOf, withId} from './kinds.js';

interface RecordProps {
  readonly kind: ShownKind;
  readonly id: string;
  readonly kinds: readonly ShownKind[];
}

export function RecordView({kind, id, kinds}: RecordProps) {
  const {name, show} = kind;
  const state = asOf.value;
  const loaded = useResource<RecordData>(show === null ? undefined : readPath(withId(show, id), state), {
    reloadOn: state === undefined ? changes : undefined,
  });
  const record = loaded.value;
  return (
    <>
      <header class="data-head bar">
        <h1>
          <a href={hrefOf(['data', name])}>{titleOf(name)}</a> {id}
        </h1>
        {state === undefined && record !== undefined && (
          <span class="row">
            {kind.update !== null && <EditButton kind={kind} record={record} />}
            {kind.delete !== null && <DeleteButton kind={kind} id={id} />}
          </span>
        )}
      </header>
      <div class="record">
        <div>
          {show === null ? (
            <p class="muted">The API has no operation for a single record of this kind; the list shows all fields.</p>
          ) : loaded.status === 404 ? (
            <Empty title="Not found">
              <p>{state === undefined ? 'It was deleted, or it never existed.' : 'It did not exist at that time.'}</p>
            </Empty>
          ) : (
            <View of={loaded}>{row => <Fields row={row} kind={kind} />}</View>
          )}
        </div>
        <aside class="stack">
          <Parts kind={kind} id={id} kinds={kinds} />
          <History record={`${name}/${id}`} />
        </aside>
      </div>
    </>
  );
}

function Fields({row, kind}: {readonly row: RecordData; readonly kind: ShownKind}) {
  return (
    <table class="fields">
      <tbody>
        {Object.entries(row)
          .filter(([name]) => name !== 'api_version')
          .map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <FieldValue value={value} to={kind.references[name]} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function FieldValue({value, to}: {readonly value: unknown; readonly to: string | undefined}) {
  return to !== undefined && typeof value === 'number' && value > 0 ? (
    <a href={recordHref(to, value)}>{value}</a>
  ) : (
    <Value of={value} />
  );
}

function Parts({kind, id, kinds}: RecordProps) {
  const parts = kinds.flatMap(({name, under}) =>
    under.filter(each => each.kind === kind.name).map(({path}) => ({name, path: withId(path, id)})),
  );
  if (parts.length === 0) {
    return null;
  }
  return (
    <nav class="card" aria-label="Related records">
      <h2>Related records</h2>
      <ul class="plain">
        {parts.map(({name, path}) => (
          <li key={name}>
            <a href={hrefOf(['data', name], {under: path})}>{titleOf(name)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function DeleteButton({kind, id}: {readonly kind: ShownKind; readonly id: string}) {
  const remove = async () => {
    await send('DELETE', `/api/v1${withId(kind.delete!, id)}`);
    notify(`${titleOf(kind.name)} ${id} was deleted`);
    go(hrefOf(['data', kind.name]));
  };
  return (
    <Confirm label="Delete" title={`Delete ${kind.name} ${id}?`} verb="Delete" class="tone bad" action={remove}>
      <p>This sends a request to the API, as a client would. The time line can restore the state before it.</p>
    </Confirm>
  );
}

function History({record}: {readonly record: string}) {
  const path = `/_sandbox/requests?record=${encodeURIComponent(record)}&limit=100`;
  const {value, error} = useResource<{requests: readonly ListedRequest[]}>(path, {reloadOn: arrivals});
  const requests = value?.requests.toReversed() ?? [];
  return (
    <section class="card history" aria-label="History">
      <h2>History</h2>
      {error !== undefined && <p class="error">{error}</p>}
      {value !== undefined && requests.length === 0 && (
        <p class="muted">No request in the journal concerns this record.</p>
      )}
      <ul class="plain">
        {requests.map(({seq, method, status, changed, caller}) => (
          <li key={seq}>
            <a href={hrefOf(['requests', String(seq)], {tab: changed ? 'change' : ''})}>#{seq}</a>{' '}
            <Method method={method} /> <Status status={status} /> {changed && <span class="tone good">changed</span>}{' '}
            <span class="muted">{caller}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
