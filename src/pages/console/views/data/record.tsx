import {Confirm} from '../../parts/confirm.js';
import {Empty} from '../../parts/empty.js';
import {Value} from '../../parts/value.js';
import {Waiting} from '../../parts/waiting.js';
import {account} from '../../state/accounts.js';
import {say} from '../../state/announce.js';
import {read, send} from '../../state/api.js';
import {changes} from '../../state/exchanges.js';
import {useLoaded} from '../../state/loaded.js';
import {go, hrefOf} from '../../state/route.js';
import {asOf} from '../../timeline/as-of.js';
import {EditButton} from './form/edit.js';
import {History} from './history.js';
import {type Kind, type Row, recordHref, titleOf, withId} from './kinds.js';

interface RecordProps {
  readonly kind: Kind;
  readonly id: string;
  readonly kinds: readonly Kind[];
}

/** One record: its fields, related records, and the requests that changed it. */
export function RecordView({kind, id, kinds}: RecordProps) {
  const {name, show} = kind;
  const state = asOf.value;
  const loaded = useLoaded<Row | undefined>(
    signal => (show === null ? Promise.resolve(undefined) : read(withId(show, id), state, {signal})),
    `${account.value} ${state ?? ''} ${name} ${id}`,
    state === undefined ? [changes.value] : [],
  );
  const record = loaded.value;
  return (
    <>
      <header class="data-head">
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
            <p class="muted">The API shows no single record of this kind; the list has all of it.</p>
          ) : loaded.status === 404 ? (
            <Empty title="It is not there">
              <p>{state === undefined ? 'It was deleted, or never was.' : 'It was not there then.'}</p>
            </Empty>
          ) : (
            <Waiting of={loaded}>{row => row && <Fields row={row} kind={kind} />}</Waiting>
          )}
        </div>
        <aside>
          <Parts kind={kind} id={id} kinds={kinds} />
          <History record={`${name}/${id}`} />
        </aside>
      </div>
    </>
  );
}

function Fields({row, kind}: {readonly row: Row; readonly kind: Kind}) {
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

/** A value; an id of a record links to it. */
function FieldValue({value, to}: {readonly value: unknown; readonly to: string | undefined}) {
  return to !== undefined && typeof value === 'number' && value > 0 ? (
    <a href={recordHref(to, value)}>{value}</a>
  ) : (
    <Value of={value} />
  );
}

/** Links to records nested under this one. */
function Parts({kind, id, kinds}: RecordProps) {
  const parts = kinds.flatMap(({name, under}) =>
    under.filter(each => each.kind === kind.name).map(({path}) => ({name, path: withId(path, id)})),
  );
  if (parts.length === 0) {
    return null;
  }
  return (
    <nav class="card" aria-label="What goes with it">
      <h2>What goes with it</h2>
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

function DeleteButton({kind, id}: {readonly kind: Kind; readonly id: string}) {
  const remove = async () => {
    await send('DELETE', `/api/v1${withId(kind.delete!, id)}`);
    say(`${titleOf(kind.name)} ${id} is deleted`);
    go(hrefOf(['data', kind.name]));
  };
  return (
    <Confirm label="Delete" title={`Delete ${kind.name} ${id}?`} verb="Delete" class="danger" action={remove}>
      <p>The API is asked to, as a client would, and the request is listed. The time line leads back.</p>
    </Confirm>
  );
}
