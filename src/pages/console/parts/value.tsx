/** A record's value in a table cell. */
export function Value({of}: {readonly of: unknown}) {
  if (of === null || of === undefined || of === '') {
    return <span class="nothing">{of === '' ? 'empty' : of === null ? 'null' : 'not there'}</span>;
  }
  if (typeof of === 'object') {
    return <code class="inline-json">{JSON.stringify(of)}</code>;
  }
  return <span class={typeof of === 'number' ? 'amount' : undefined}>{String(of)}</span>;
}
