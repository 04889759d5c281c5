import {useLayoutEffect} from 'preact/hooks';

/** Returns false if the key currently has no function. */
type Handler = () => boolean | undefined;

const handlers = new Map<string, Handler>();

export function useKeys(keys: Readonly<Record<string, Handler>>): void {
  useLayoutEffect(() => {
    const entries = Object.entries(keys);
    for (const [key, handler] of entries) {
      handlers.set(key, handler);
    }
    return () => {
      for (const [key, handler] of entries) {
        if (handlers.get(key) === handler) {
          handlers.delete(key);
        }
      }
    };
  });
}

/** @returns true if a handler processed the key */
export const pressed = (key: string): boolean => handlers.has(key) && handlers.get(key)!() !== false;
