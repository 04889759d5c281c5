/** A field of a request that differs from the pattern. */
export interface Miss {
  /** `operation`, `status`, `query.limit`, `body.email_addresses[0].address` */
  readonly field: string;
  readonly expected: unknown;
  /** Omitted if nothing was sent. */
  readonly found?: unknown;
}

/** Characters of a value as JSON. */
const longest = 200;

/** Shortens a long value for display. */
function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'undefined';
  if (text.length <= longest) {
    return value;
  }
  return `${(typeof value === 'string' ? value : text).slice(0, longest)}...`;
}

/** @param found undefined if nothing was sent */
export const miss = (field: string, expected: unknown, found: unknown): Miss => ({
  field,
  expected: shortened(expected),
  ...(found !== undefined && {found: shortened(found)}),
});
