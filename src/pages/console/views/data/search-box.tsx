import {useEffect, useId, useState} from 'preact/hooks';
import type {ShownKind} from '../../../../admin/kinds.js';
import {suggest} from '../../../../schema/nearest.js';
import {go, hrefWith, query} from '../../state/route.js';
import {kindNamed, type RecordData, type RecordPage, useRead} from './kinds.js';

interface Suggestion {
  readonly term: string;
  readonly about: string;
}

/** Completes a term: its name, then its operator or value; the value may be the id of a record in `lookup`. */
function suggestionsFor(typed: string, terms: ShownKind['terms'], lookup: readonly RecordData[]): Suggestion[] {
  const found = terms.find(({name}) => typed.startsWith(`${name}=`));
  if (found === undefined) {
    return terms
      .filter(({name}) => name.includes(typed.trim()))
      .map(({name, finds}) => ({term: `${name}=`, about: finds}));
  }
  const {name, choices, example, accepts} = found;
  const value = typed.slice(name.length + 1);
  const piece = value.split(/[|,]/).at(-1)!;
  const start = value.slice(0, value.length - piece.length);
  const isBeforeId = choices.length === 0 || start !== '';
  const records = isBeforeId ? lookup.map(row => [row['id'], row['name'] ?? row['display_name']].map(String)) : [];
  const all = [
    ...choices.filter(choice => choice.startsWith(value)).map(choice => ({term: `${name}=${choice}`, about: ''})),
    ...records
      .filter(record => record.join(' ').toLowerCase().includes(piece.toLowerCase()))
      .map(([id, about = '']) => ({term: `${name}=${start}${id}`, about})),
    ...(value === '' ? [{term: `${name}=${example}`, about: accepts}] : []),
  ];
  return all.filter(({term}) => term !== typed);
}

/** Describes the first unknown term of a line; empty if all are known. */
function complaintOf(line: string, terms: ShownKind['terms']): string {
  const known = terms.map(({name}) => name);
  const names = line.split(';').map(term => term.split('=', 1)[0]!.trim());
  const wrong = line.trim() === '' ? undefined : names.find(name => !known.includes(name));
  return wrong === undefined
    ? ''
    : `${wrong || 'An empty term'}: unknown term; ${suggest(wrong, known, `the terms are ${known.join(', ')}`)}`;
}

/** A search by the terms of the API, `name=value;name=value`, with completion. */
export function SearchBox({kind: {terms}}: {readonly kind: ShownKind}) {
  const line = query.value.get('terms') ?? '';
  const [input, setInput] = useState(line);
  const [active, setActive] = useState<number | undefined>(undefined); // undefined if the list is closed
  const [error, setError] = useState('');
  const id = useId();
  const before = /^(?:.*;)?\s*/s.exec(input)![0];
  const typed = input.slice(before.length);
  const idsOf = terms.find(({name}) => typed.startsWith(`${name}=`))?.ids_of;
  const list = idsOf && kindNamed(idsOf)?.list;
  const lookup = useRead<RecordPage>(list ? `${list}?limit=100` : undefined).value?.items ?? [];
  const suggestions = active === undefined ? [] : suggestionsFor(typed, terms, lookup);
  const chosen = suggestions[active ?? -1];
  useEffect(() => setInput(line), [line]);
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({block: 'nearest'}), [active]);
  const change = (text: string) => {
    setInput(text);
    setActive(-1);
    setError('');
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const complaint = complaintOf(input, terms);
    setError(complaint);
    setActive(undefined);
    if (complaint === '') {
      go(hrefWith({terms: input.trim(), offset: ''}));
    }
  };
  const press = (event: KeyboardEvent) => {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step !== undefined) {
      const count = suggestions.length;
      setActive(
        active === undefined || count === 0 ? -1 : (Math.max(active, step > 0 ? -1 : 0) + step + count) % count,
      );
    } else if (event.key === 'Enter' && chosen !== undefined) {
      change(before + chosen.term);
    } else if (event.key === 'Escape' && suggestions.length > 0) {
      setActive(undefined);
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <form class="search-box" onSubmit={submit} role="search">
      <input
        role="combobox"
        aria-label="Search terms"
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${active}`}
        aria-describedby={`${id}-error`}
        data-key="/"
        spellcheck={false}
        autocomplete="off"
        placeholder={terms[0] && `${terms[0].name}=${terms[0].example}`}
        value={input}
        onInput={event => change(event.currentTarget.value)}
        onFocus={() => setActive(-1)}
        onBlur={() => setActive(undefined)}
        onKeyDown={press}
      />
      <button type="submit">Search</button>
      {suggestions.length > 0 && (
        <div id={id} role="listbox" aria-label="Suggestions">
          {suggestions.map(({term, about}, index) => (
            <div
              key={term}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={event => {
                event.preventDefault(); // the input keeps the focus
                change(before + term);
              }}
            >
              <code>{term}</code> <small class="muted">{about.replaceAll('`', '')}</small>
            </div>
          ))}
        </div>
      )}
      <span id={`${id}-error`} class="error" role="status">
        {error}
      </span>
    </form>
  );
}
