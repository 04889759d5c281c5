import type {RefObject} from 'preact';
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';

/** Pixels; the style sheet has the same. */
export const rowHeight = 34;

/** Rows that are drawn above and below those in sight. */
const spare = 8;

interface RowWindow {
  /** Of the first and behind the last row that is drawn. */
  readonly from: number;
  readonly to: number;
  readonly onScroll: () => void;
  /** Brings a row into sight. */
  readonly reveal: (place: number) => void;
}

/** Which rows of a long list are drawn: those in sight, and a few. */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  useEffect(() => {
    const {current} = box;
    if (current === null) {
      return undefined; // it went before the effect came
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

/** New rows come in front: who has scrolled away keeps what is in sight where it is. */
export function useSteadyRows(
  box: RefObject<HTMLElement | null>,
  newest: number,
  countBehind: (seq: number) => number,
): void {
  const last = useRef(newest);
  useLayoutEffect(() => {
    const added = countBehind(last.current);
    last.current = newest;
    if (box.current!.scrollTop > 0 && added > 0) {
      box.current!.scrollTop += added * rowHeight;
    }
  }, [newest]);
}
