import {apiVersion, type Reply, replySchema, result} from '../../schema/replies.js';
import {memoizeWeakly} from '../../store/caching.js';
import type {Page} from '../operation.js';
import {writerOf} from './json-writer.js';
import {LongReply} from './long-reply.js';
import {eachPiece, type Pieces} from './pieces.js';
import type {RowTexts} from './row-texts.js';

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
