import {apiVersion, type Reply, replySchema, result} from '../../schema/replies.js';
import {memoizeWeakly} from '../../store/caching.js';
import type {Page} from '../operation.js';
import {writerOf} from './json-writer.js';
import {eachPiece, LongReply, type Pieces} from './long-reply.js';
import type {RowTexts} from './row-texts.js';

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

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** What a handler returned, and the request it goes by. */
export interface Answer {
  readonly answer: Page | object | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  /** The address of the page that starts at an offset. */
  linkTo(offset: number): string;
}

/** Characters that are sent as one text, with its length; a longer response is written while it is sent. */
const longestPage = 1024 * 1024;
const longestRecord = 4 * 1024 * 1024;

const deleted = JSON.stringify(result);
const version = `{"api_version":${JSON.stringify(apiVersion)},`;

const pageWriterOf = memoizeWeakly((reply: Reply) => writerOf(replySchema(reply)));

/** Writes what a handler returned as the JSON that is sent. */
export function replyText(reply: Reply, {answer, query, linkTo}: Answer, texts: RowTexts): string | LongReply {
  switch (reply.kind) {
    case 'page': {
      const itemType = [reply.itemType].flat()[0]!;
      const {items, ...head} = envelope(answer as Page, itemType, query as unknown as Paging, linkTo);
      const write = pageWriterOf(reply);
      return joined(items, longestPage, entries => write({...head, items: entries}, texts));
    }
    case 'object': {
      const write = writerOf(reply.schema);
      return joined(answer, longestRecord, record => write(record, texts, version));
    }
    case 'result':
      return deleted;
  }
}

function joined(value: unknown, longest: number, write: (value: unknown) => Pieces): string | LongReply {
  let text = '';
  for (const piece of eachPiece(write(value))) {
    if (text.length + piece.length > longest) {
      return new LongReply(value, write);
    }
    text += piece;
  }
  return text;
}

/** Contract: "List page envelope"; `next_item` and `next_link` are absent, not null, on the last page. */
function envelope(
  {items, total, itemType}: Page,
  defaultItemType: string,
  {limit, offset}: Paging,
  linkTo: (offset: number) => string,
) {
  const next = offset + items.length;
  const hasNext = items.length > 0 && next < total;
  return {
    api_version: apiVersion,
    items_count: items.length,
    total_items: total,
    limit,
    offset,
    next_item: hasNext ? next : undefined,
    next_link: hasNext ? linkTo(next) : undefined,
    item_type: itemType ?? defaultItemType,
    items,
  };
}
