export type Path = ReadonlyArray<string | number>;

/** `/email_addresses/0/address` */
export const pointerOf = (path: Path): string =>
  path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    body,
  );

/** True if a body has no value for a field. */
export function isFree(body: unknown, path: Path): boolean {
  const value = valueAt(body, path);
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Copies a body and changes a field's value, renames it, or removes it. */
export function replaced(body: unknown, path: Path, name: string | undefined, value: unknown): unknown {
  const [step, ...rest] = path;
  if (Array.isArray(body)) {
    return body.map((item, index) => (index === step ? replaced(item, rest, name, value) : item));
  }
  if (typeof body !== 'object' || body === null || step === undefined) {
    return body;
  }
  const entries = Object.entries(body).flatMap<[string, unknown]>(([key, own]) => {
    if (key !== step) {
      return rest.length === 0 && key === name ? [] : [[key, own]];
    }
    if (rest.length > 0) {
      return [[key, replaced(own, rest, name, value)]];
    }
    return name === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
