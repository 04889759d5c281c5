import type {ReadonlySignal} from '@preact/signals';
import {type ComponentChildren, type ComponentType, h} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {account} from '../state/accounts.js';
import {fetchJson, fetchOnce, reasonOf, statusOf} from '../state/api.js';
import {ErrorText} from './form.js';
import {Empty} from './sheet.js';

/** A loading resource keeps its last value until the next one arrives. */
export interface Loaded<T> {
  readonly value?: T;
  readonly error?: string;
  /** The status of the error; 0 without a response. */
  readonly status?: number;
}

interface ResourceOptions {
  /** Loads the resource again when it changes. */
  readonly reloadOn?: ReadonlySignal<number> | undefined;
  /** True if the resource does not change while the sandbox runs. */
  readonly isConstant?: boolean;
}

/**
 * Loads a resource of the current account and ignores outdated responses. A new path clears the value immediately.
 * @param path undefined to load nothing
 */
export function useResource<T>(path: string | undefined, {reloadOn, isConstant}: ResourceOptions = {}): Loaded<T> {
  const name = `${account.value} ${path}`;
  const [loaded, setLoaded] = useState<Loaded<T> & {readonly name: string}>({name});
  useEffect(() => {
    if (path === undefined) {
      return undefined;
    }
    const ending = new AbortController();
    const {signal} = ending;
    const finish = (result: Loaded<T>) => signal.aborted || setLoaded({...result, name});
    (isConstant ? fetchOnce<T>(path) : fetchJson<T>('GET', path, {signal})).then(
      value => finish({value}),
      error => finish({error: reasonOf(error), status: statusOf(error)}),
    );
    return () => ending.abort();
  }, [name, reloadOn?.value]);
  return loaded.name === name ? loaded : {};
}

export function Waiting() {
  return (
    <p class="waiting" role="status">
      Loading…
    </p>
  );
}

interface ViewProps<T> {
  readonly of: Loaded<T>;
  readonly children: (value: T) => ComponentChildren;
}

export function View<T>({of: {value, error}, children}: ViewProps<T>) {
  if (error !== undefined) {
    return (
      <Empty title="The request failed">
        <ErrorText text={error} />
      </Empty>
    );
  }
  return value === undefined ? <Waiting /> : children(value);
}

interface ResourceProps<T> extends ResourceOptions {
  readonly path: string;
  readonly children: (value: T) => ComponentChildren;
}

export function Resource<T>({path, children, ...options}: ResourceProps<T>) {
  return <View of={useResource<T>(path, options)}>{children}</View>;
}

/**
 * A component that the browser loads when it is first rendered, so that the first view stays small.
 * @param load imports the module and returns its component
 */
export function chunk<Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Chunk(props: Props) {
    const [loaded, setLoaded] = useState<{readonly value?: ComponentType<Props>; readonly error?: string}>({});
    useEffect(() => {
      load().then(
        value => setLoaded({value}),
        () => setLoaded({error: 'The code of this view could not be loaded. Reload the page.'}),
      );
    }, []);
    return <View of={loaded}>{component => h(component, props)}</View>;
  };
}
