import {useEffect, useRef, useState} from 'preact/hooks';
import {toggled} from './filter.js';

interface FilterBoxProps {
  readonly line: string;
  readonly onLine: (line: string) => void;
  readonly refusal: string;
}

const usual = [
  ['changed:true', 'Changed something'],
  ['status:4xx', 'Refused'],
  ['unmatched:true', 'No operation'],
] as const;

/** Milliseconds without a keystroke before the filter is applied. */
const rest = 250;

export function FilterBox({line, onLine, refusal}: FilterBoxProps) {
  const [written, setWritten] = useState(line);
  const sent = useRef(line);
  const send = () => {
    sent.current = written;
    onLine(written);
  };
  useEffect(() => {
    if (line !== sent.current) {
      sent.current = line;
      setWritten(line); // set only if the line changed elsewhere, so that it never overwrites current input
    }
  }, [line]);
  useEffect(() => {
    const timer = setTimeout(() => written !== line && send(), rest);
    return () => clearTimeout(timer);
  }, [written]);
  return (
    <search class="filter">
      <input
        type="search"
        data-key="/"
        aria-label="Filter"
        aria-describedby="filter-refusal"
        placeholder="status:4xx op:createGift caller:src/sync.ts Choir"
        spellcheck={false}
        autocomplete="off"
        value={written}
        onInput={event => setWritten(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && send()}
      />
      <span class="chips">
        {usual.map(([word, text]) => (
          <button
            key={word}
            type="button"
            class="chip"
            aria-pressed={line.split(/\s+/).includes(word)}
            onClick={() => onLine(toggled(line, word))}
          >
            {text}
          </button>
        ))}
      </span>
      <span id="filter-refusal" class="error" role="status">
        {refusal}
      </span>
    </search>
  );
}
