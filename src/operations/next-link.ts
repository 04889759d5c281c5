/** What the address of the next page keeps of the request's query. Observed: `expand` is dropped. */
const kept = ['gift_type_id', 'item_type', 'mailing_type_id', 'q', 'q[]', 'sort'];

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A query as it was sent: a parameter that was given more than once has several values. */
export type SentQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The absolute address of a page, its parameters in alphabetical order.
 * @param address as requested, without its query
 */
export function nextLink(address: string, query: SentQuery, limit: number, offset: number): string {
  const parameters = new Map<string, string | readonly string[] | undefined>(kept.map(name => [name, query[name]]));
  parameters.set('limit', String(limit)).set('offset', String(offset));
  const written = [...parameters.keys()]
    .sort()
    .flatMap(name => [parameters.get(name) ?? []].flat().map(value => `${encode(name)}=${encode(value)}`));
  return `${address}?${written.join('&')}`;
}
