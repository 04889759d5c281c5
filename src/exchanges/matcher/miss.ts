/** One part of a request that is not as a pattern has it. */
export interface Miss {
  /** `operation`, `status`, `query.limit`, `body.email_addresses[0].address` */
  readonly field: string;
  readonly expected: unknown;
  /** Left out where nothing was sent. */
  readonly found?: unknown;
}

/** Characters, of a value as JSON. */
const longest = 200;

/** A value as it is told in a miss: what is long, is cut. */
function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'undefined';
  if (text.length <= longest) {
    return value;
  }
  return `${(typeof value === 'string' ? value : text).slice(0, longest)}...`;
}

/** @param found undefined where nothing was sent */
export const miss = (field: string, expected: unknown, found: unknown): Miss => ({
  field,
  expected: shortened(expected),
  ...(found !== undefined && {found: shortened(found)}),
});
