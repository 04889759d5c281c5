/**
 * Adds an element to a list, or a field to an object. One that is called `__proto__` would be what an object is made from;
 * `JSON.parse` makes it a field.
 */
export function putInto(made: unknown[] | Record<string, unknown>, key: string, value: unknown): void {
  if (Array.isArray(made)) {
    made.push(value);
  } else if (key === '__proto__') {
    Object.defineProperty(made, key, {value, writable: true, enumerable: true, configurable: true});
  } else {
    made[key] = value;
  }
}
