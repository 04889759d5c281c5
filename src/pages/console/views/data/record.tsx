import type {ShownKind} from '../../../../admin/kinds.js';
import type {ListedRequest} from '../../../../admin/requests/list.js';
import {asOf} from '../../parts/as-of.js';
import {Confirm} from '../../parts/buttons.js';
import {useResource, View} from '../../parts/resource.js';
import {Empty} from '../../parts/sheet.js';
import {Method, Status} from '../../parts/values.js';
import {notify} from '../../state/announce.js';
import {send} from '../../state/api.js';
import {arrivals} from '../../state/exchanges.js';
import {go, hrefOf, usePageTitle} from '../../state/route.js';
import {FieldValue} from './cells.js';
import {EditButton} from './edit.js';
import {
  type RecordData,
  type RecordNames,
  type RecordPage,
  recordsIn,
  titleOf,
  useNames,
  useRead,
  withId,
} from './kinds.js';
import {columnsFor, RecordTable, recordsAt} from './table.js';

interface RecordProps {
  readonly kind: ShownKind;
  readonly id: string;
  readonly kinds: readonly ShownKind[];
}

export function RecordView({kind, id, kinds}: RecordProps) {
  const {name, show} = kind;
  const state = asOf.value;
  const loaded = useRead<RecordData>(show === null ? undefined : withId(show, id));
  const record = loaded.value;
  const own = `${name}/${id}`;
  const names = useNames(record === undefined ? [] : [own, ...recordsIn(record, kind)]);
  const title = names[own] ?? `${titleOf(kind.item_type)} ${id}`;
  usePageTitle(title);
  return (
    <>
      <header class="data-head bar">
        <hgroup>
          <p class="muted">
            <a href={hrefOf(['data', name])}>{titleOf(name)}</a> {id}
          </p>
          <h1>{title}</h1>
        </hgroup>
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
            <Empty
              title="Not found"
              about={state === undefined ? 'It was deleted, or it never existed.' : 'It did not exist at that time.'}
            />
          ) : (
            <View of={loaded}>{row => <Fields row={row} kind={kind} names={names} />}</View>
          )}
        </div>
        <aside class="stack">
          <History record={own} />
          {record !== undefined && <Related kind={kind} id={id} kinds={kinds} />}
        </aside>
      </div>
    </>
  );
}

interface FieldsProps {
  readonly row: RecordData;
  readonly kind: ShownKind;
  readonly names: RecordNames;
}

function Fields({row, kind, names}: FieldsProps) {
  return (
    <table class="fields">
      <tbody>
        {Object.entries(row)
          .filter(([name]) => name !== 'api_version')
          .map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name.split(/(?<=_)/).map(part => [part, <wbr key={part} />])}</th>
              <td>
                <FieldValue value={value} path={name} kind={kind} names={names} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function Related({kind, id, kinds}: RecordProps) {
  const parts = kinds.flatMap(part =>
    part.under.filter(each => each.kind === kind.name).map(({path}) => ({part, path: withId(path, id)})),
  );
  return parts.length === 0 ? null : (
    <section class="card related" aria-label="Related records">
      <h2>Related records</h2>
      {parts.map(({part, path}) => (
        <RelatedPart key={path} kind={part} path={path} />
      ))}
    </section>
  );
}

/** Maximum number of rows; a link leads to the others. */
const maxRelated = 5;

function RelatedPart({kind, path}: {readonly kind: ShownKind; readonly path: string}) {
  const {items = [], total_items: total} = useRead<RecordPage>(`${path}?limit=${maxRelated}`).value ?? {};
  const columns = columnsFor(items, kind, {under: path});
  const names = useNames(recordsAt(items, columns, kind));
  const title = titleOf(kind.name);
  const href = hrefOf(['data', kind.name], {under: path});
  if (total === undefined || total === 0) {
    return <p class="muted">{total === 0 ? `No ${title.toLowerCase()}` : `${title}…`}</p>;
  }
  return (
    <section aria-label={title}>
      <h3>
        <a href={href}>{title}</a> <span class="badge">{total}</span>
      </h3>
      <RecordTable rows={items} columns={columns} kind={kind} names={names} label={`${title}, the first`} />
      {total > items.length && <a href={href}>Show all {total}</a>}
    </section>
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
