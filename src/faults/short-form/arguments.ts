const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000};

/** Parses `500`, `500ms`, `2s` or `1m`. @returns milliseconds */
export function time(text: string): number | undefined {
  const [, digits, unit = 'ms'] = /^(\d{1,8}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * units[unit]!;
}

export const count = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** Parses the parts on both sides of a separator. */
export function pair<A, B>(
  text: string,
  mark: string,
  first: (text: string) => A | undefined,
  second: (text: string) => B | undefined,
): readonly [A, B] | undefined {
  const [left = '', right = '', ...more] = text.split(mark);
  const [one, other] = [first(left), second(right)];
  return one === undefined || other === undefined || more.length > 0 ? undefined : [one, other];
}
