const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** What the address of the next page has, in its order. Observed: `expand`, and whatever is not known, is dropped. */
const parameters = ['gift_type_id', 'item_type', 'limit', 'mailing_type_id', 'offset', 'q', 'q[]', 'sort'].map(
  name => ({
    name,
    encoded: encode(name),
  }),
);

/** A query as it was sent: a parameter that was given more than once has several values. */
export type SentQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The absolute address of a page, its parameters in alphabetical order.
 * @param address as requested, without its query
 */
export function nextLink(address: string, query: SentQuery, limit: number, offset: number): string {
  const paging: SentQuery = {limit: String(limit), offset: String(offset)};
  const written: string[] = [];
  for (const {name, encoded} of parameters) {
    const own = paging[name];
    if (own !== undefined) {
      written.push(`${encoded}=${own}`);
    } else if (query[name] !== undefined) {
      written.push(...[query[name]].flat().map(value => `${encoded}=${encode(value)}`));
    }
  }
  return `${address}?${written.join('&')}`;
}
