import type {ShownKind} from '../../../../admin/kinds.js';
import {NestedList, Value} from '../../parts/values.js';
import {isId, isRecord, type RecordData, type RecordNames, recordHref, wordsOf} from './kinds.js';

function RecordLink({to, id, name}: {readonly to: string; readonly id: number; readonly name?: string | undefined}) {
  const href = recordHref(to, id);
  const text = name ?? id;
  return (
    <>
      {href === undefined ? text : <a href={href}>{text}</a>}
      {name !== undefined && <small class="muted"> {id}</small>}
    </>
  );
}

interface FieldValueProps {
  readonly value: unknown;
  /** The dotted path of the field in its record. */
  readonly path: string;
  readonly kind: ShownKind;
  readonly names: RecordNames;
}

/** Renders a field: references as links, and nested records as a list of their names. */
export function FieldValue({value, path, kind, names}: FieldValueProps) {
  const to = kind.references[path];
  if (to !== undefined && isId(value)) {
    return <RecordLink to={to} id={value} name={names[`${to}/${value}`]} />;
  }
  if (Array.isArray(value) && value.some(isRecord)) {
    const show = (each: RecordData) => (
      <details>
        <summary>{summaryOf(each, path, kind, names)}</summary>
        <NestedList
          of={each}
          show={(own, name) => <FieldValue value={own} path={`${path}.${name}`} kind={kind} names={names} />}
        />
      </details>
    );
    return <NestedList of={value} show={each => show(each as RecordData)} />;
  }
  return <Value of={value} format={kind.formats[path]} />;
}

/** A nested record in one line: its name, and its values or those of its records: `Interests: Sailing, Golf`. */
function summaryOf(record: RecordData, path: string, kind: ShownKind, names: RecordNames): string {
  const known = names[`${kind.references[`${path}.id`]}/${record['id']}`];
  const name = known ?? record['name'] ?? Object.values(record).find(value => typeof value === 'string') ?? '…';
  const inside = Object.entries(record).flatMap(([field, value]) =>
    Array.isArray(value)
      ? value.filter(isRecord).map(each => summaryOf(each, `${path}.${field}`, kind, names))
      : field === 'value'
        ? String(value)
        : [],
  );
  return inside.length === 0 ? String(name) : `${name}: ${inside.join(', ')}`;
}

/** The value of a column; for nested records, the value of the preferred or first one. */
function valueAt(record: RecordData, column: string): unknown {
  const [field = '', nested = ''] = column.split('.');
  const value = record[field];
  return nested !== '' && Array.isArray(value) ? (value.find(each => each.is_preferred) ?? value[0])?.[nested] : value;
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

interface CellProps extends Omit<FieldValueProps, 'value'> {
  readonly record: RecordData;
}

/** The value of a column for sorting and for spreadsheets: amounts are numbers, days have the API's format. */
export function plainValue({record, path, kind, names}: CellProps): string | number {
  const value = valueAt(record, path);
  const name = names[`${kind.references[path]}/${value}`];
  if (isEmpty(value) || name !== undefined) {
    return name === undefined ? '' : `${name} ${value}`;
  }
  if (Array.isArray(value)) {
    return `${value.length} ${wordsOf(path, value.length)}`;
  }
  return typeof value === 'number' ? value : String(value);
}

/** Longer texts are truncated in cells. */
const maxText = 120;

export function Cell(cell: CellProps) {
  const {record, path, kind} = cell;
  const value = valueAt(record, path);
  if (isEmpty(value) || (value === 0 && path in kind.references)) {
    return (
      <span class="nothing" title={JSON.stringify(value)}>
        –
      </span>
    );
  }
  if (path === 'id' && isId(value) && kind.show !== null) {
    return <RecordLink to={kind.name} id={value} />;
  }
  if (Array.isArray(value)) {
    return <>{plainValue(cell)}</>;
  }
  const isLong = typeof value === 'string' && value.length > maxText;
  return <FieldValue {...cell} value={isLong ? `${value.slice(0, maxText)}…` : value} />;
}
