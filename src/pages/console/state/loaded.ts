import {useEffect, useRef, useState} from 'preact/hooks';
import {Refusal, reasonOf} from './api.js';

/** A resource that is loading: the last value stays until the next one arrives. */
export interface Loaded<T> {
  readonly value?: T;
  readonly error?: string;
  /** The status of the error; 0 without a response. */
  readonly status?: number;
  readonly isLoading: boolean;
}

/**
 * Reloads when a dependency changes, and ignores outdated responses.
 * @param isSame dependencies that identify the resource: a change clears the old value at once
 * @param again dependencies that only trigger a reload
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
