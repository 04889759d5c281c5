import type {ShownKind} from '../../../../admin/kinds.js';
import {go, hrefWith, query} from '../../state/route.js';
import {Cell, isEmpty, plainValue} from './cells.js';
import {isId, type RecordData, type RecordNames} from './kinds.js';

interface TableColumn {
  readonly path: string;
  readonly label: string;
}

interface ColumnOptions {
  /** True to show all fields with a value on the page instead of the kind's columns. */
  readonly isAll?: boolean;
  /** The path of the parent's list; the parent's id is then no column. */
  readonly under?: string | undefined;
}

export function columnsFor(rows: readonly RecordData[], kind: ShownKind, options: ColumnOptions): TableColumn[] {
  const {isAll = false, under = ''} = options;
  if (isAll) {
    const fields = [...new Set(rows.flatMap(row => Object.keys(row)))];
    return fields.filter(path => rows.some(row => !isEmpty(row[path]))).map(path => ({path, label: path}));
  }
  const [, parent, parentId] = under.split('/');
  const isParent = (path: string) => kind.references[path] === parent && rows.every(row => `${row[path]}` === parentId);
  return Object.entries({id: 'Id', ...kind.columns})
    .filter(([path]) => !isParent(path) && rows.some(row => path.split('.', 1)[0]! in row))
    .map(([path, label]) => ({path, label}));
}

/** The records to which the ids in these columns refer: `constituents/959445`. */
export const recordsAt = (rows: readonly RecordData[], columns: readonly TableColumn[], {references}: ShownKind) =>
  columns
    .filter(({path}) => path in references)
    .flatMap(({path}) => rows.flatMap(row => (isId(row[path]) ? [`${references[path]}/${row[path]}`] : [])));

interface RecordTableProps {
  readonly rows: readonly RecordData[];
  readonly columns: readonly TableColumn[];
  readonly kind: ShownKind;
  readonly names: RecordNames;
  readonly label: string;
  /** The fields that the API sorts by. If omitted, the headings do not sort. */
  readonly sortedAs?: Readonly<Record<string, string>> | undefined;
}

export function RecordTable({rows, columns, kind, names, label, sortedAs}: RecordTableProps) {
  return (
    <section class="table-box" tabIndex={0} aria-label={label}>
      <table class="records">
        <thead>
          <tr>
            {columns.map(column => (
              <Heading key={column.path} {...column} kind={kind} sortedAs={sortedAs} count={rows.length} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((record, index) => (
            <tr key={record['id'] ?? index}>
              {columns.map(({path, label}) => (
                <td key={path} data-label={label}>
                  <Cell record={record} path={path} kind={kind} names={names} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The sort in the URL: `sort` is the API's, `order` is a field for sorting only the rows of the page. */
function sortIn({sorted_as}: ShownKind) {
  const {sort = '', order = ''} = Object.fromEntries(query.value);
  const name = (sort || order).replace(/!$/, '');
  return {
    field: sort === '' ? name : Object.keys(sorted_as).find(field => sorted_as[field] === name),
    isDescending: (sort || order).endsWith('!'),
    isOnPage: sort === '' && order !== '',
  };
}

export function sortedRows(rows: readonly RecordData[], kind: ShownKind, names: RecordNames): readonly RecordData[] {
  const {field: path = '', isDescending, isOnPage} = sortIn(kind);
  if (!isOnPage) {
    return rows;
  }
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  const keyed = rows.map(record => ({record, key: plainValue({record, path, kind, names})}));
  keyed.sort((a, b) => {
    const emptyLast = Number(a.key === '') - Number(b.key === '');
    return emptyLast || compare(a.key, b.key) * (isDescending ? -1 : 1);
  });
  return keyed.map(({record}) => record);
}

interface HeadingProps extends TableColumn {
  readonly kind: ShownKind;
  readonly sortedAs: Readonly<Record<string, string>> | undefined;
  readonly count: number;
}

/** Sorts through the API if it supports the field, otherwise only the rows of the page. */
function Heading({path, label, kind, sortedAs, count}: HeadingProps) {
  const {field, isDescending} = sortIn(kind);
  const isSorted = sortedAs !== undefined && field === path;
  const sort = sortedAs?.[path];
  const next = `${sort ?? path}${isSorted && !isDescending ? '!' : ''}`;
  const press = () => go(hrefWith(sort === undefined ? {order: next, sort: ''} : {order: '', sort: next, offset: ''}));
  const effect = sort === undefined ? `sorts these ${count} rows` : 'the API sorts all records';
  return (
    <th
      scope="col"
      class={kind.formats[path] === 'money' ? 'amount' : undefined}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {sortedAs === undefined ? (
        label
      ) : (
        <button type="button" class="quiet" title={`${path}: ${effect}`} onClick={press}>
          {label}
          {isSorted && <span aria-hidden="true">{isDescending ? ' ↓' : ' ↑'}</span>}
        </button>
      )}
    </th>
  );
}
