import {createRequire} from 'node:module';

type Callable = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Replaces a function of an object, and copies the properties of the original.
 * @param make receives the original
 */
export function replace<Owner extends object>(
  owner: Owner,
  name: keyof Owner & string,
  make: (original: Callable) => Callable,
): void {
  const held = owner as Record<string, unknown>;
  const original = held[name];
  if (typeof original !== 'function') {
    return; // this version of Node lacks it
  }
  const replacement = make(original as Callable);
  for (const property of Reflect.ownKeys(original)) {
    if (property !== 'prototype') {
      Object.defineProperty(replacement, property, Object.getOwnPropertyDescriptor(original, property)!);
    }
  }
  held[name] = replacement;
}

/**
 * Loads a module of Node on demand. Loading all of them would take a third of Node's start, and most processes of a
 * command need none.
 */
export const builtin = createRequire(import.meta.filename) as <Module>(name: string) => Module;
