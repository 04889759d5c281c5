import {createRequire} from 'node:module';

type Callable = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Replaces a function of an object. The replacement has the properties of the original.
 * @param call is called instead of the original, with its object as `self`
 */
export function replace<Owner extends object>(
  owner: Owner,
  name: keyof Owner & string,
  call: (original: Callable, self: unknown, values: unknown[]) => unknown,
): void {
  const held = owner as Record<string, unknown>;
  // Some versions of Node lack the function.
  if (typeof held[name] === 'function') {
    held[name] = new Proxy(held[name] as Callable, {apply: call});
  }
}

/**
 * Loads a module of Node on demand. Loading all of them would take a third of Node's startup, and most processes of a
 * command need none.
 */
export const builtin = createRequire(import.meta.filename) as <Module>(name: string) => Module;
