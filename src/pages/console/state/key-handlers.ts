/** What a key does: false where it means nothing at the moment. */
type Handler = () => boolean;

const handlers = new Map<string, Handler>();

/**
 * Has a key do something.
 * @returns what ends it
 */
export function onKey(key: string, handler: Handler): () => void {
  handlers.set(key, handler);
  return () => {
    if (handlers.get(key) === handler) {
      handlers.delete(key);
    }
  };
}

/** @returns whether the key did something */
export const pressed = (key: string): boolean => handlers.get(key)?.() ?? false;
