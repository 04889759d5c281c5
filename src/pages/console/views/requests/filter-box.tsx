import {useEffect, useRef, useState} from 'preact/hooks';
import {toggled} from './filter.js';

interface FilterBoxProps {
  readonly line: string;
  readonly onLine: (line: string) => void;
  /** Why the sandbox does not understand it. */
  readonly refusal: string;
}

/** What many look for. */
const usual = [
  ['changed:true', 'Changed something'],
  ['status:4xx', 'Refused'],
  ['unmatched:true', 'No operation'],
] as const;

/** Milliseconds without a key: a line is looked at as a whole. */
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
      setWritten(line); // it came from elsewhere: what is being written is not overtaken by itself
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
