import {useRef, useState} from 'preact/hooks';
import type {ShownKind} from '../../../../admin/kinds.js';
import {asOf} from '../../parts/as-of.js';
import {Chip} from '../../parts/buttons.js';
import {Field, Options, SubmitForm} from '../../parts/form.js';
import {View} from '../../parts/resource.js';
import {Empty} from '../../parts/sheet.js';
import {account} from '../../state/accounts.js';
import {go, hrefWith, query, usePageTitle} from '../../state/route.js';
import {plainValue} from './cells.js';
import {CreateButton} from './edit.js';
import {idIn, type RecordPage, titleOf, useNames, useRead, withId} from './kinds.js';
import {SearchBox} from './search-box.js';
import {columnsFor, RecordTable, recordsAt, sortedRows} from './table.js';

const limit = 50;

/** The path to read: a list, a search, or the records of a parent. */
function pathOf({list, search, sorts, columns, expansions}: ShownKind): string | undefined {
  const {terms = '', sort = '', offset = '0', under = ''} = Object.fromEntries(query.value);
  const expand = expansions.filter(name => Object.keys(columns).some(field => field.startsWith(`${name}.`)));
  const isSearch = under === '' && search !== null && (terms !== '' || sort !== '' || expand.length > 0);
  const path = under !== '' ? under : isSearch ? search : list;
  if (path === null) {
    return undefined;
  }
  const parameters = new URLSearchParams({limit: String(limit), offset});
  if (isSearch && terms !== '') {
    parameters.set('q[]', terms);
  }
  if (isSearch && expand.length > 0) {
    parameters.set('expand', expand.join());
  }
  if (sort !== '' && sorts.length > 0 && under === '') {
    parameters.set('sort', sort);
  }
  return `${path}?${parameters}`;
}

interface RecordsProps {
  readonly kind: ShownKind;
  /** The number of records in the account, listed or not; undefined if it is unknown. */
  readonly stored: number | undefined;
}

export function Records({kind, stored}: RecordsProps) {
  const path = pathOf(kind);
  const loaded = useRead<RecordPage>(path);
  const last = useRef(loaded);
  if (loaded.value !== undefined) {
    last.current = loaded; // the old page and the focus stay while the next one loads
  }
  const title = titleOf(kind.name);
  const [, parent, id] = query.value.get('under')?.split('/') ?? [];
  const parentName = useNames(id === undefined ? [] : [`${parent}/${id}`])[`${parent}/${id}`];
  usePageTitle(title);
  return (
    <>
      <header class="data-head bar">
        <h1>
          {title}
          {id && <small class="muted"> of {parentName ?? `${parent} ${id}`}</small>}
        </h1>
        {path !== undefined && !id && (
          <>
            {kind.search !== null && <SearchBox kind={kind} />}
            {kind.sorts.length > 0 && <SortSelect kind={kind} />}
          </>
        )}
        {asOf.value === undefined && kind.create.length > 0 && <CreateButton kind={kind} />}
      </header>
      {path === undefined ? (
        <ChooseParent kind={kind} />
      ) : (
        <View of={loaded.error === undefined ? last.current : loaded}>
          {page => <Page page={page} kind={kind} stored={stored} />}
        </View>
      )}
    </>
  );
}

const orders = (sort: string) => [sort, [`${sort}!`, `${sort}, descending`] as const];

/** Includes the API's sorts that no column offers. */
function SortSelect({kind: {sorts}}: {readonly kind: ShownKind}) {
  return (
    <select
      aria-label="Sort by"
      value={query.value.get('sort') ?? ''}
      onChange={event => go(hrefWith({sort: event.currentTarget.value, order: '', offset: ''}))}
    >
      <Options of={[['', 'Default order'], ...sorts.flatMap(orders)]} />
    </select>
  );
}

function Page({page, kind, stored = 0}: RecordsProps & {readonly page: RecordPage}) {
  const {items, total_items: total, offset} = page;
  const {fields, under, order, sort, terms} = Object.fromEntries(query.value);
  const isWhole = !under && !terms;
  const isAll = fields === 'all';
  const columns = columnsFor(items, kind, {isAll, under});
  const names = useNames(recordsAt(items, columns, kind));
  const rows = sortedRows(items, kind, names);
  if (items.length === 0) {
    return (
      <Empty
        title={offset > 0 ? 'This page is empty' : `No ${titleOf(kind.name).toLowerCase()}`}
        about={terms && 'No record matches all terms of the search.'}
      />
    );
  }
  const turn = (to: number) => go(hrefWith({offset: to <= 0 ? '' : String(to)}));
  const isPart = items.length < total;
  const save = () => {
    const body = rows.map(record => columns.map(({path}) => plainValue({record, path, kind, names})));
    download(`${kind.name}-${account.value}.csv`, csvOf([columns.map(({label}) => label), ...body]));
  };
  return (
    <>
      <RecordTable
        rows={rows}
        columns={columns}
        kind={kind}
        names={names}
        label="Records"
        sortedAs={under ? {} : kind.sorted_as}
      />
      <footer class="pager bar">
        <span class="row">
          <button type="button" disabled={offset === 0} onClick={() => turn(offset - limit)}>
            Previous
          </button>
          <button type="button" disabled={offset + items.length >= total} onClick={() => turn(offset + limit)}>
            Next
          </button>
          <span>
            {offset + 1} to {offset + items.length} of {total}
            {sort && ', sorted by the API'}
            {order && isPart && ': only these rows are sorted'}
            {isWhole &&
              stored > total &&
              kind.unlisted &&
              `; ${stored - total} not listed by the API: ${kind.unlisted}`}
          </span>
        </span>
        <span class="row">
          <Chip isOn={isAll} onClick={() => go(hrefWith({fields: isAll ? '' : 'all'}))}>
            All fields
          </Chip>
          <button type="button" onClick={save}>
            {isPart ? `Export these ${rows.length} rows as CSV` : 'Export as CSV'}
          </button>
        </span>
      </footer>
    </>
  );
}

/** Nested records require a parent. */
function ChooseParent({kind: {name, under}}: {readonly kind: ShownKind}) {
  const [chosen, choose] = useState(under[0]!.path);
  const show = async (form: FormData) => go(hrefWith({under: withId(chosen, String(form.get('id')))}));
  return (
    <Empty title={`${titleOf(name)} belong to another record`}>
      <p>Open that record to find links to them, or enter its id:</p>
      <SubmitForm class="inline-form" send={show}>
        <Field label="Belongs to">
          <select value={chosen} onChange={event => choose(event.currentTarget.value)}>
            <Options of={under.map(({kind, path}) => [path, kind])} />
          </select>
        </Field>
        <Field label={idIn(chosen)}>
          <input name="id" inputMode="numeric" pattern="[0-9]+" required />
        </Field>
        <button type="submit">Show</button>
      </SubmitForm>
    </Empty>
  );
}

type CsvCell = string | number;

/** A spreadsheet would run a text that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

function written(cell: CsvCell): string {
  const text = typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180. The byte order mark identifies UTF-8 for spreadsheets. */
const csvOf = (rows: ReadonlyArray<readonly CsvCell[]>): string =>
  `\uFEFF${rows.map(row => `${row.map(written).join(',')}\r\n`).join('')}`;

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], {type: 'text/csv'}));
  Object.assign(document.createElement('a'), {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
