import {createRequire} from 'node:module';

type Callable = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Puts another function in the place of one that an object has, and lets it look the same.
 * @param make gets the one that was there
 */
export function replace<Owner extends object>(
  owner: Owner,
  name: keyof Owner & string,
  make: (original: Callable) => Callable,
): void {
  const held = owner as Record<string, unknown>;
  const original = held[name];
  if (typeof original !== 'function') {
    return; // this Node has none
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
 * A part of Node, loaded when it is asked for: to load all that this looks after takes a third of the time in which
 * Node starts, and most processes of a command need none of it.
 */
export const builtin = createRequire(import.meta.filename) as <Module>(name: string) => Module;
