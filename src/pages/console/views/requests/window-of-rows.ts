import type {RefObject} from 'preact';
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';
import type {Request} from '../../state/feed.js';

/** Pixels; must match the style sheet. */
export const rowHeight = 34;

/** Rows rendered above and below the visible ones. */
const spare = 8;

/** Virtualizes a long list: renders only the visible rows and a few more, from `from` (included) to `to` (excluded). */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  useEffect(() => {
    const {current} = box;
    if (current === null) {
      return undefined; // unmounted before the effect ran
    }
    const observer = new ResizeObserver(([entry]) => setHeight(entry!.contentRect.height));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const reveal = (place: number) => {
    const {current} = box;
    if (current === null || place < 0) {
      return;
    }
    const start = place * rowHeight;
    const room = current.clientHeight - rowHeight;
    if (start < current.scrollTop) {
      current.scrollTop = start;
    } else if (start > current.scrollTop + room) {
      current.scrollTop = start - room;
    }
  };
  return {
    from: Math.max(0, Math.floor(top / rowHeight) - spare),
    to: Math.min(count, Math.ceil((top + height) / rowHeight) + spare),
    onScroll: () => setTop(box.current!.scrollTop),
    reveal,
  };
}

/** Keeps the visible rows in place when new rows are inserted at the top, if the user has scrolled. */
export function useSteadyRows(box: RefObject<HTMLElement | null>, rows: readonly Request[]): void {
  const newest = rows[0]?.seq ?? 0;
  const last = useRef(newest);
  useLayoutEffect(() => {
    const added = rows.findIndex(({seq}) => seq <= last.current);
    last.current = newest;
    if (box.current!.scrollTop > 0 && added > 0) {
      box.current!.scrollTop += added * rowHeight;
    }
  }, [newest]);
}
