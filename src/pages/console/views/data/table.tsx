import {Value} from '../../parts/value.js';
import {hrefOf} from '../../state/route.js';
import type {Kind} from './kinds.js';
import type {Row} from './records.js';

/** The fields that a page says something in: the id first, the others in the order of the reply. */
function columnsOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return names.filter(name => name === 'id' || rows.some(row => !isEmpty(row[name])));
}

/** Records in rows. What is null on the whole page has no column. */
export function Table({rows, kind}: {readonly rows: readonly Row[]; readonly kind: Kind}) {
  const columns = columnsOf(rows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section class="table-box" tabIndex={0} aria-label="The records">
      <table class="records">
        <thead>
          <tr>
            {columns.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row['id'] ?? index}>
              {columns.map(name => (
                <td key={name}>
                  <Cell name={name} value={row[name]} kind={kind} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  readonly name: string;
  readonly value: unknown;
  readonly kind: Kind;
}

/** A value; an id leads to its record. */
export function Cell({name, value, kind}: CellProps) {
  const isOwn = name === 'id' && kind.show !== null;
  const to = isOwn ? kind.name : kind.references[name];
  if (to !== undefined && typeof value === 'number' && value > 0) {
    return <a href={hrefOf(['data', to, String(value)], {under: ''})}>{value}</a>;
  }
  return <Value of={value} />;
}
