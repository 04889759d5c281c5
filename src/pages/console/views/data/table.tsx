import type {ShownKind} from '../../../../admin/kinds.js';
import {Table} from '../../parts/sheet.js';
import {Value} from '../../parts/values.js';
import {type RecordData, recordHref} from './kinds.js';

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The name field for an id field: `fund_name` for `fund_id`. */
const nameFieldOf = (field: string): string => field.replace(/_id$/, '_name');

/**
 * The fields with a value on this page, in the order of the response. An id with a name field has no column: the name
 * links to the record.
 */
function columnsOf(rows: readonly RecordData[], {references}: ShownKind): string[] {
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const isNamed = (name: string) => name in references && name.endsWith('_id') && names.includes(nameFieldOf(name));
  return names.filter(name => name === 'id' || (!isNamed(name) && rows.some(row => !isEmpty(row[name]))));
}

export function RecordTable({rows, kind}: {readonly rows: readonly RecordData[]; readonly kind: ShownKind}) {
  const columns = columnsOf(rows, kind);
  return (
    <section class="table-box" tabIndex={0} aria-label="Records">
      <Table class="records" heads={columns}>
        {rows.map((row, index) => (
          <tr key={row['id'] ?? index}>
            {columns.map(name => (
              <td key={name}>
                <Cell name={name} row={row} kind={kind} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  );
}

interface CellProps {
  readonly name: string;
  readonly row: RecordData;
  readonly kind: ShownKind;
}

function Cell({name, row, kind: {name: own, references, show}}: CellProps) {
  const value = row[name];
  const idField = name.endsWith('_name') ? name.replace(/_name$/, '_id') : name;
  const to = name === 'id' && show !== null ? own : references[idField];
  const id = row[idField];
  if (isEmpty(value)) {
    return (
      <span class="nothing" title={JSON.stringify(value)}>
        –
      </span>
    );
  }
  return to !== undefined && typeof id === 'number' && id > 0 ? (
    <a href={recordHref(to, id)}>{String(value)}</a>
  ) : (
    <Value of={value} />
  );
}
