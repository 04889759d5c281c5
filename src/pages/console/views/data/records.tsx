import {useEffect, useState} from 'preact/hooks';
import type {ShownKind} from '../../../../admin/kinds.js';
import {asOf} from '../../parts/as-of.js';
import {Field, Options, SubmitForm} from '../../parts/form.js';
import {useResource, View} from '../../parts/resource.js';
import {Empty} from '../../parts/sheet.js';
import {changes} from '../../state/exchanges.js';
import {go, hrefWith, query} from '../../state/route.js';
import {CreateButton} from './edit.js';
import {idIn, type RecordData, readPath, titleOf, withId} from './kinds.js';
import {RecordTable} from './table.js';

interface RecordPage {
  readonly items: readonly RecordData[];
  readonly total_items: number;
  readonly offset: number;
  readonly limit: number;
}

const limit = 50;

/** The path to read: a list, a search, or the records under another one. */
function pathOf({list, search, sorts}: ShownKind): string | undefined {
  const {terms = '', sort = '', offset = '0', under = ''} = Object.fromEntries(query.value);
  const path = under !== '' ? under : search !== null && (terms !== '' || sort !== '') ? search : list;
  if (path === null) {
    return undefined;
  }
  const isSearch = path === search;
  const parameters = new URLSearchParams({limit: String(limit), offset});
  if (isSearch && terms !== '') {
    parameters.set('q[]', terms);
  }
  if (sort !== '' && sorts.length > 0) {
    parameters.set('sort', sort);
  }
  return `${path}?${parameters}`;
}

export function Records({kind}: {readonly kind: ShownKind}) {
  const path = pathOf(kind);
  const state = asOf.value;
  const loaded = useResource<RecordPage>(path && readPath(path, state), {
    reloadOn: state === undefined ? changes : undefined,
  });
  const under = query.value.get('under');
  return (
    <>
      <header class="data-head bar">
        <h1>
          {titleOf(kind.name)}
          {under && <small class="muted"> of {under.split('/').slice(1, 3).join(' ')}</small>}
        </h1>
        {path !== undefined && !under && <SearchBox kind={kind} />}
        {state === undefined && kind.create.length > 0 && <CreateButton kind={kind} />}
      </header>
      {path === undefined ? (
        <ChooseParent kind={kind} />
      ) : (
        <View of={loaded}>{page => <Page page={page} kind={kind} />}</View>
      )}
    </>
  );
}

function Page({page, kind}: {readonly page: RecordPage; readonly kind: ShownKind}) {
  const {items, total_items: total, offset} = page;
  if (items.length === 0) {
    return (
      <Empty title={offset > 0 ? 'This page is empty' : `No ${titleOf(kind.name).toLowerCase()}`}>
        {query.value.get('terms') && <p>No record matches all terms of the search.</p>}
      </Empty>
    );
  }
  const turn = (to: number) => go(hrefWith({offset: to <= 0 ? '' : String(to)}));
  return (
    <>
      <RecordTable rows={items} kind={kind} />
      <footer class="pager bar">
        <button type="button" disabled={offset === 0} onClick={() => turn(offset - limit)}>
          Previous
        </button>
        <button type="button" disabled={offset + items.length >= total} onClick={() => turn(offset + limit)}>
          Next
        </button>
        <span>
          {offset + 1} to {offset + items.length} of {total}
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

const orders = (sort: string) => [sort, [`${sort}!`, `${sort}, descending`] as const];

function SearchBox({kind: {search, terms, sorts}}: {readonly kind: ShownKind}) {
  const line = query.value.get('terms') ?? '';
  const [input, setInput] = useState(line);
  useEffect(() => setInput(line), [line]);
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    go(hrefWith({terms: input.trim(), offset: ''}));
  };
  const example = terms[0] && `${terms[0].name}=${terms[0].example}`;
  return (
    <>
      {search !== null && (
        <form onSubmit={find} role="search">
          <input
            type="search"
            data-key="/"
            aria-label="Search terms"
            list="terms"
            spellcheck={false}
            placeholder={example}
            value={input}
            onInput={event => setInput(event.currentTarget.value)}
          />
          <datalist id="terms">
            <Options of={terms.map(({name, example: of, finds}) => [`${name}=${of}`, finds])} />
          </datalist>
          <button type="submit">Search</button>
        </form>
      )}
      {sorts.length > 0 && (
        <label class="row">
          <span class="muted">Sort by</span>
          <select
            value={query.value.get('sort') ?? ''}
            onChange={event => go(hrefWith({sort: event.currentTarget.value, offset: ''}))}
          >
            <Options of={[['', 'Default order'], ...sorts.flatMap(orders)]} />
          </select>
        </label>
      )}
    </>
  );
}
