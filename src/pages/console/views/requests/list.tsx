import {useEffect, useRef, useState} from 'preact/hooks';
import type {Request} from '../../state/feed.js';
import {useKeys} from '../../state/keys.js';
import {Row} from './row.js';
import {rowHeight, useRowWindow, useSteadyRows} from './window-of-rows.js';

interface ListProps {
  /** The oldest first; the list displays them in reverse. */
  readonly rows: readonly Request[];
  readonly shown: number | undefined;
  readonly onOpen: (seq: number) => void;
}

const columns = ['#', 'Time', 'Method', 'Path', 'Status', 'Duration', 'Changes', 'Notes'];

/** A virtual list of all requests. Tab reaches one row; j, k and the arrow keys reach the others. */
export function List({rows: oldestFirst, shown, onOpen}: ListProps) {
  const rows = oldestFirst.toReversed();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | undefined>(shown);
  const {from, to, onScroll, reveal} = useRowWindow(box, rows.length);
  const placeOf = (seq: number | undefined) => rows.findIndex(request => request.seq === seq);
  useSteadyRows(box, rows);
  const current = placeOf(active) === -1 ? rows[0]?.seq : active;
  const move = (step: number) => {
    const isFirst = active === undefined && !box.current?.contains(document.activeElement);
    const place = isFirst ? 0 : Math.max(0, Math.min(rows.length - 1, placeOf(current) + step));
    const next = rows[place]?.seq;
    if (next === undefined) {
      return false;
    }
    setActive(next);
    reveal(place);
    if (shown !== undefined) {
      onOpen(next);
    }
    // The row is rendered by then, even if it was not visible before.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-seq="${next}"]`)?.focus()),
    );
    return true;
  };
  useKeys({j: () => move(1), k: () => move(-1)});
  useEffect(() => {
    if (shown !== undefined) {
      setActive(shown);
      reveal(placeOf(shown));
    }
  }, [shown]);
  const press = (event: KeyboardEvent) => {
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -rows.length, End: rows.length}[
      event.key
    ];
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    } else if (event.key === 'Enter' && current !== undefined) {
      onOpen(current);
    }
  };
  return (
    <div class="requests-list panel" role="grid" aria-label="Requests, newest first" aria-rowcount={rows.length + 1}>
      <div class="request head" role="row" aria-rowindex={1}>
        {columns.map(name => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      <div class="rows" role="rowgroup" ref={box} onScroll={onScroll} onKeyDown={press}>
        <div class="rows-height" role="presentation" style={{height: `${rows.length * rowHeight}px`}}>
          {rows.slice(from, to).map((request, index) => (
            <Row
              key={request.seq}
              request={request}
              place={from + index}
              isShown={request.seq === shown}
              isActive={request.seq === current}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
