import type {ComponentChildren} from 'preact';
import type {Loaded} from '../state/loaded.js';
import {Empty} from './empty.js';

interface WaitingProps<T> {
  readonly of: Loaded<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows the response when it has arrived, or the error. */
export function Waiting<T>({of: {value, error, isLoading}, children}: WaitingProps<T>) {
  if (error !== undefined) {
    return (
      <Empty title="The sandbox did not answer that">
        <p class="error" role="alert">
          {error}
        </p>
      </Empty>
    );
  }
  if (value === undefined) {
    return isLoading ? (
      <p class="waiting" role="status">
        Loading…
      </p>
    ) : null;
  }
  return <>{children(value)}</>;
}
