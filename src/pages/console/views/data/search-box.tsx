import {useEffect, useState} from 'preact/hooks';
import {go, hrefWith, query} from '../../state/route.js';
import type {Kind} from './kinds.js';

/** Searches with the service's own terms and sort orders. */
export function SearchBox({kind: {search, terms, sorts}}: {readonly kind: Kind}) {
  const line = query.value.get('terms') ?? '';
  const [written, setWritten] = useState(line);
  useEffect(() => setWritten(line), [line]);
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    go(hrefWith({terms: written.trim(), offset: ''}));
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
            value={written}
            onInput={event => setWritten(event.currentTarget.value)}
          />
          <datalist id="terms">
            {terms.map(({name, example: of, finds}) => (
              <option key={name} value={`${name}=${of}`}>
                {finds}
              </option>
            ))}
          </datalist>
          <button type="submit">Search</button>
        </form>
      )}
      {sorts.length > 0 && (
        <label class="row">
          <span class="muted">Sorted by</span>
          <select
            value={query.value.get('sort') ?? ''}
            onChange={event => go(hrefWith({sort: event.currentTarget.value, offset: ''}))}
          >
            <option value="">nothing</option>
            {sorts.flatMap(sort => [
              <option key={sort} value={sort}>
                {sort}
              </option>,
              <option key={`${sort}!`} value={`${sort}!`}>
                {sort}, reversed
              </option>,
            ])}
          </select>
        </label>
      )}
    </>
  );
}
