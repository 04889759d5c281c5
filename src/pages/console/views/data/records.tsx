import {useState} from 'preact/hooks';
import {Empty} from '../../parts/empty.js';
import {Waiting} from '../../parts/waiting.js';
import {account} from '../../state/accounts.js';
import {read} from '../../state/api.js';
import {changes} from '../../state/exchanges.js';
import {useLoaded} from '../../state/loaded.js';
import {go, hrefWith, query} from '../../state/route.js';
import {asOf} from '../../timeline/as-of.js';
import {CreateButton} from './form/create.js';
import {idIn, type Kind, type Row, titleOf, withId} from './kinds.js';
import {SearchBox} from './search-box.js';
import {Table} from './table.js';

interface Page {
  readonly items: readonly Row[];
  readonly total_items: number;
  readonly offset: number;
  readonly limit: number;
}

const limit = 50;

/** The path to read: a list, a search, or the records under another one. */
function pathOf({list, search, sorts}: Kind): string | undefined {
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

export function Records({kind}: {readonly kind: Kind}) {
  const path = pathOf(kind);
  const state = asOf.value;
  const loaded = useLoaded<Page | undefined>(
    signal => (path === undefined ? Promise.resolve(undefined) : read(path, state, {signal})),
    `${account.value} ${state ?? ''} ${path}`,
    state === undefined ? [changes.value] : [],
  );
  const under = query.value.get('under');
  return (
    <>
      <header class="data-head">
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
        <Waiting of={loaded}>{page => page && <Found page={page} kind={kind} />}</Waiting>
      )}
    </>
  );
}

function Found({page: {items, total_items: total, offset}, kind}: {readonly page: Page; readonly kind: Kind}) {
  if (items.length === 0) {
    return (
      <Empty title={offset > 0 ? 'Nothing on this page' : `No ${titleOf(kind.name).toLowerCase()}`}>
        {query.value.get('terms') && <p>None that the search finds. Every term must hold.</p>}
      </Empty>
    );
  }
  const turn = (to: number) => go(hrefWith({offset: to <= 0 ? '' : String(to)}));
  return (
    <>
      <Table rows={items} kind={kind} />
      <footer class="pager">
        <button type="button" disabled={offset === 0} onClick={() => turn(offset - limit)}>
          Back
        </button>
        <button type="button" disabled={offset + items.length >= total} onClick={() => turn(offset + limit)}>
          On
        </button>
        <span>
          {offset + 1} to {offset + items.length} of {total}
        </span>
      </footer>
    </>
  );
}

/** Nested records require a parent. */
function ChooseParent({kind: {name, under}}: {readonly kind: Kind}) {
  const [chosen, choose] = useState(under[0]!.path);
  const show = (event: SubmitEvent) => {
    event.preventDefault();
    const id = new FormData(event.currentTarget as HTMLFormElement).get('id');
    go(hrefWith({under: withId(chosen, String(id))}));
  };
  return (
    <Empty title={`${titleOf(name)} stand under another record`}>
      <p>Open that record, and its parts are linked there. Or say which:</p>
      <form class="row" onSubmit={show}>
        <label class="field">
          <span>Of</span>
          <select value={chosen} onChange={event => choose(event.currentTarget.value)}>
            {under.map(({kind, path}) => (
              <option key={path} value={path}>
                {kind}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{idIn(chosen)}</span>
          <input name="id" inputMode="numeric" pattern="[0-9]+" required />
        </label>
        <button type="submit">Show</button>
      </form>
    </Empty>
  );
}
