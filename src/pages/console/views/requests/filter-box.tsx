import {useEffect, useRef, useState} from 'preact/hooks';
import {Chip} from '../../parts/buttons.js';

interface FilterBoxProps {
  readonly line: string;
  readonly onLine: (line: string) => void;
  readonly error: string;
}

const presets = [
  ['changed:true', 'Changed data'],
  ['status:4xx', 'Rejected'],
  ['unmatched:true', 'No operation'],
] as const;

/** Milliseconds without a keystroke before the filter is applied. */
const rest = 250;

export function FilterBox({line, onLine, error}: FilterBoxProps) {
  const [input, setInput] = useState(line);
  const sent = useRef(line);
  const send = () => {
    sent.current = input;
    onLine(input);
  };
  useEffect(() => {
    if (line !== sent.current) {
      sent.current = line;
      setInput(line); // set only if the line changed elsewhere, so that it never overwrites current input
    }
  }, [line]);
  useEffect(() => {
    const timer = setTimeout(() => input !== line && send(), rest);
    return () => clearTimeout(timer);
  }, [input]);
  return (
    <search class="filter bar">
      <input
        type="search"
        data-key="/"
        aria-label="Filter"
        aria-describedby="filter-error"
        placeholder="status:4xx op:createGift caller:src/sync.ts Choir"
        spellcheck={false}
        autocomplete="off"
        value={input}
        onInput={event => setInput(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && send()}
      />
      <span class="row">
        {presets.map(([word, text]) => (
          <Chip key={word} isOn={partsOf(line).includes(word)} onClick={() => onLine(toggled(line, word))}>
            {text}
          </Chip>
        ))}
      </span>
      <span id="filter-error" class="error" role="status">
        {error}
      </span>
    </search>
  );
}

/** Short names for the filters of `crm-sandbox logs`. */
const short: Readonly<Record<string, string>> = {op: 'operation'};

/** The words of a line as written; a quoted part may contain spaces: `mark:"pays once"`. */
const partsOf = (line: string): readonly string[] => line.match(/(?:"(?:\\.|[^"\\])*(?:"|\\?$)|[^\s"])+/g) ?? [];

/** Quotes a text as one word of a line. */
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

const unquoted = (part: string): string =>
  part.replaceAll(/"((?:\\.|[^"\\])*)(?:"|\\?$)/g, (_, text: string) => text.replaceAll(/\\(.)/g, '$1'));

const wordsOf = (line: string): string[] =>
  partsOf(line)
    .map(unquoted)
    .filter(word => word !== '');

/**
 * Converts a line to query parameters of `/_sandbox/requests`. Words without a name become a text search. The sandbox
 * validates names and values.
 */
export function filtersIn(line: string): string {
  const words = wordsOf(line).map(word => /^(?:([a-z_]+):)?(.*)$/s.exec(word)!);
  const named = words.flatMap(([, name, value]) => (name === undefined ? [] : [[short[name] ?? name, value!]]));
  const text = words.flatMap(([word, name]) => (name === undefined ? [word] : [])).join(' ');
  const all = Object.fromEntries(text === '' ? named : [...named, ['text', text]]);
  return new URLSearchParams(all as Record<string, string>).toString();
}

/** Adds a filter to the line, or removes it if it is there. */
function toggled(line: string, word: string): string {
  const parts = partsOf(line);
  const name = word.slice(0, word.indexOf(':') + 1);
  const others = parts.filter(part => !part.startsWith(name));
  return (parts.includes(word) ? others : [...others, word]).join(' ');
}
