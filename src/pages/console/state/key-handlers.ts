/** Returns false if the key does nothing at the moment. */
type Handler = () => boolean;

const handlers = new Map<string, Handler>();

/**
 * Registers a key handler.
 * @returns a function that removes it
 */
export function onKey(key: string, handler: Handler): () => void {
  handlers.set(key, handler);
  return () => {
    if (handlers.get(key) === handler) {
      handlers.delete(key);
    }
  };
}

/** @returns true if a handler used the key */
export const pressed = (key: string): boolean => handlers.get(key)?.() ?? false;
