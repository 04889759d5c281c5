import type {DataDiff} from '../../../../exchanges/change/data-diff.js';
import type {RecordDiff} from '../../../../exchanges/change/find-diff.js';
import {tones, Value} from '../../parts/values.js';
import {hrefOf} from '../../state/route.js';

/** Further records are not drawn. */
const maxRecords = 100;

/** The effect of a request, or the difference between two states: field by field. */
export function ChangeTab({change}: {readonly change: DataDiff | null}) {
  if (change === null || Object.values(change.total).every(count => count === 0)) {
    return <p class="muted">Nothing changed.</p>;
  }
  const {created, changed, deleted, names} = change;
  return (
    <>
      {recordsIn(changed).map(([collection, record]) => (
        <ChangedFields key={`~${collection}${record.id}`} collection={collection} record={record} names={names} />
      ))}
      {recordsIn(created).map(([collection, record]) => (
        <WholeRecord key={`+${collection}${record['id']}`} verb="created" collection={collection} record={record} />
      ))}
      {recordsIn(deleted).map(([collection, record]) => (
        <WholeRecord key={`-${collection}${record['id']}`} verb="deleted" collection={collection} record={record} />
      ))}
    </>
  );
}

const recordsIn = <T,>(records: Readonly<Record<string, readonly T[]>>): ReadonlyArray<readonly [string, T]> =>
  Object.entries(records)
    .flatMap(([collection, rows]) => rows.map(row => [collection, row] as const))
    .slice(0, maxRecords);

interface ChangedFieldsProps {
  readonly collection: string;
  readonly record: RecordDiff;
  readonly names: DataDiff['names'];
}

function ChangedFields({collection, record: {id, constituent_id, fields}, names}: ChangedFieldsProps) {
  const rows = Object.entries(fields).map(([name, {from, to}]) => ({name, before: from, after: to}));
  const owner = names[String(constituent_id ?? id)];
  return <FieldTable verb="changed" collection={collection} id={id} owner={owner} rows={rows} />;
}

interface WholeRecordProps {
  readonly verb: 'created' | 'deleted';
  readonly collection: string;
  readonly record: Readonly<Record<string, unknown>>;
}

function WholeRecord({verb, collection, record}: WholeRecordProps) {
  const rows = Object.entries(record)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => (verb === 'created' ? {name, after: value} : {name, before: value}));
  return <FieldTable verb={verb} collection={collection} id={Number(record['id'])} rows={rows} />;
}

const sides = [
  ['before', 'Before'],
  ['after', 'After'],
] as const;

interface FieldTableProps {
  readonly verb: 'changed' | 'created' | 'deleted';
  readonly collection: string;
  readonly id: number;
  readonly owner?: string | undefined;
  readonly rows: ReadonlyArray<{readonly name: string; readonly before?: unknown; readonly after?: unknown}>;
}

function FieldTable({verb, collection, id, owner, rows}: FieldTableProps) {
  const shown = sides.filter(([side]) => rows.some(row => side in row));
  return (
    <section class="changed-record">
      <h3>
        <span class={`badge ${tones[verb]}`}>{verb}</span>{' '}
        <a href={hrefOf(['data', collection, String(id)])}>
          {collection} {id}
        </a>
        {owner !== undefined && <span class="muted"> {owner}</span>}
      </h3>
      <div class="scroll-x">
        <table class="diff">
          <thead>
            <tr>
              {['Field', ...shown.map(([, title]) => title)].map(title => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                {shown.map(([side]) => (
                  <td key={side} class={side}>
                    <Value of={row[side]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
