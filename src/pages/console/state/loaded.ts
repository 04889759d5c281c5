import {useEffect, useRef, useState} from 'preact/hooks';
import {Refusal, reasonOf} from './api.js';

/** Something that is being asked for: what was last heard stays until the next is there. */
export interface Loaded<T> {
  readonly value?: T;
  readonly error?: string;
  /** Of the refusal; 0 where nobody answered. */
  readonly status?: number;
  readonly isLoading: boolean;
}

/**
 * Asks when what it depends on changes, and forgets an answer that was overtaken.
 * @param isSame what makes it another question: a new one forgets the old answer at once
 * @param again what makes it worth asking again
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  isSame: string,
  again: readonly unknown[] = [],
): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({isLoading: true});
  const asked = useRef(isSame);
  useEffect(() => {
    const ending = new AbortController();
    if (asked.current !== isSame) {
      asked.current = isSame;
      setState({isLoading: true});
    } else {
      setState(last => ({...last, isLoading: true}));
    }
    load(ending.signal).then(
      value => !ending.signal.aborted && setState({value, isLoading: false}),
      (error: unknown) =>
        !ending.signal.aborted &&
        setState({error: reasonOf(error), status: error instanceof Refusal ? error.status : 0, isLoading: false}),
    );
    return () => ending.abort();
  }, [isSame, ...again]);
  return asked.current === isSame ? state : {isLoading: true};
}
