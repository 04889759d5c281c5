import type {Context} from 'koa';

/** What the address of the next page keeps of the request's query. Observed: `expand` is dropped. */
const kept = ['gift_type_id', 'item_type', 'mailing_type_id', 'q', 'q[]', 'sort'];

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The absolute address of a page: the path as requested, the parameters in alphabetical order. */
export function nextLink(ctx: Context, limit: number, offset: number): string {
  const parameters = new Map<string, string | string[] | undefined>(kept.map(name => [name, ctx.query[name]]));
  parameters.set('limit', String(limit)).set('offset', String(offset));
  const query = [...parameters.keys()]
    .sort()
    .flatMap(name => [parameters.get(name) ?? []].flat().map(value => `${encode(name)}=${encode(value)}`));
  const host = ctx.get('Host') || `${ctx.req.socket.localAddress}:${ctx.req.socket.localPort}`;
  return `http://${host}${ctx.path}?${query.join('&')}`;
}
