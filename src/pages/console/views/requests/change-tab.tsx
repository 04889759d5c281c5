import type {DataDiff} from '../../../../exchanges/change/data-diff.js';
import {Table} from '../../parts/sheet.js';
import {tones, Value} from '../../parts/values.js';
import {hrefOf} from '../../state/route.js';

/** Maximum number of records to render. */
const maxRecords = 100;

const wholeRecords = [
  ['created', 'after'],
  ['deleted', 'before'],
] as const;

export function ChangeTab({change}: {readonly change: DataDiff | null}) {
  if (change === null || Object.values(change.total).every(count => count === 0)) {
    return <p class="muted">No changes</p>;
  }
  return (
    <>
      {recordsIn(change.changed).map(([collection, {id, constituent_id, fields}]) => (
        <FieldTable
          key={`${collection} ${id}`}
          verb="changed"
          collection={collection}
          id={id}
          owner={change.names[String(constituent_id ?? id)]}
          rows={Object.entries(fields).map(([name, {from, to}]) => ({name, before: from, after: to}))}
        />
      ))}
      {wholeRecords.flatMap(([verb, side]) =>
        recordsIn(change[verb]).map(([collection, record]) => (
          <FieldTable
            key={`${verb} ${collection} ${record['id']}`}
            verb={verb}
            collection={collection}
            id={Number(record['id'])}
            rows={Object.entries(record).flatMap(([name, value]) => (value === null ? [] : [{name, [side]: value}]))}
          />
        )),
      )}
    </>
  );
}

/** The records of a change, each with its collection. */
export const recordsIn = <T,>(records: Readonly<Record<string, readonly T[]>>): ReadonlyArray<readonly [string, T]> =>
  Object.entries(records)
    .flatMap(([collection, rows]) => rows.map(row => [collection, row] as const))
    .slice(0, maxRecords);

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
        <Table class="diff" heads={['Field', ...shown.map(([, title]) => title)]}>
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
        </Table>
      </div>
    </section>
  );
}
