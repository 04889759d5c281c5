import type {ComponentChildren} from 'preact';
import {type ReadableFormat, readable} from '../../../schema/formats.js';

/** A color with a meaning, which the style sheet defines. */
export const tones = {
  error: 'bad',
  warn: 'warn',
  info: 'info',
  created: 'good',
  changed: 'warn',
  deleted: 'bad',
} as const;

export const signs = {created: '+', changed: '~', deleted: '−'} as const;

const methodTones: Readonly<Record<string, string>> = {
  GET: 'info',
  POST: 'good',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'bad',
};

export function Method({method}: {readonly method: string}) {
  return <span class={`method ${methodTones[method] ?? ''}`}>{method || 'not HTTP'}</span>;
}

const statusTones = ['bad', 'good', 'good', 'info', 'warn', 'bad'];

/** A status; 0 if a fault prevented the response. */
export function Status({status}: {readonly status: number}) {
  return <span class={`badge ${statusTones[Math.floor(status / 100)] ?? 'bad'}`}>{status || 'none'}</span>;
}

/** Renders a value; arrays and objects become nested lists. */
export function Value({of, format}: {readonly of: unknown; readonly format?: ReadableFormat | undefined}) {
  if (of === null || of === undefined || of === '') {
    return <span class="nothing">{of === '' ? 'empty' : of === null ? 'null' : 'missing'}</span>;
  }
  if (typeof of === 'object') {
    return <NestedList of={of} show={each => <Value of={each} />} />;
  }
  return (
    <span class={typeof of === 'number' ? 'amount' : undefined} title={format && String(of)}>
      {readable(of, format)}
    </span>
  );
}

interface NestedListProps {
  readonly of: object;
  readonly show: (value: unknown, name: string) => ComponentChildren;
}

/** The elements of an array, or the named fields of an object. */
export function NestedList({of, show}: NestedListProps) {
  const entries = Object.entries(of);
  if (entries.length === 0) {
    return <span class="nothing">none</span>;
  }
  return (
    <ul class="nested">
      {entries.map(([name, value]) => (
        <li key={name}>
          {!Array.isArray(of) && <span class="muted">{name}: </span>}
          {show(value, name)}
        </li>
      ))}
    </ul>
  );
}

/** Names and values; renders nothing if there are none. */
export function Pairs({title, of}: {readonly title?: string; readonly of: Readonly<Record<string, unknown>>}) {
  const entries = Object.entries(of).filter(([, value]) => value !== undefined);
  if (entries.length === 0) {
    return null;
  }
  return (
    <section>
      {title !== undefined && <h3>{title}</h3>}
      <dl class="pairs">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Deeper values are rendered in one line. */
const maxDepth = 40;

/** Renders highlighted JSON. Everything is rendered as text. */
function Part({value, depth}: {readonly value: unknown; readonly depth: number}) {
  if (typeof value === 'string') {
    return <span class="tone good">{JSON.stringify(value)}</span>;
  }
  if (typeof value !== 'object' || value === null) {
    return <span class={value === null ? 'muted' : 'tone info'}>{String(value)}</span>;
  }
  const isArray = Array.isArray(value);
  const entries = Object.entries(value);
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0 || depth > maxDepth) {
    return <>{entries.length === 0 ? open + close : JSON.stringify(value)}</>;
  }
  const indent = '  '.repeat(depth);
  return (
    <>
      {`${open}\n`}
      {entries.map(([name, each], index) => (
        <span key={name}>
          {`${indent}  `}
          {!isArray && (
            <>
              <span class="tone violet">{JSON.stringify(name)}</span>
              {': '}
            </>
          )}
          <Part value={each} depth={depth + 1} />
          {index < entries.length - 1 ? ',\n' : '\n'}
        </span>
      ))}
      {indent + close}
    </>
  );
}

/** JSON in a box that can be scrolled by mouse and keyboard. */
export function JsonBox({value, label}: {readonly value: unknown; readonly label: string}) {
  return (
    <pre class="code" tabIndex={0} role="group" aria-label={label}>
      {typeof value === 'string' ? value : <Part value={value} depth={0} />}
    </pre>
  );
}
