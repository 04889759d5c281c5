import type * as z from 'zod';
import {apiVersion, type Reply, result} from '../../schema/replies.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';
import type {Page} from '../operation.js';
import {behindBraceOf, wholeOrNone} from './json-writer.js';
import {LongReply} from './long-reply.js';
import {pageText} from './page-text.js';
import type {RowTexts} from './row-texts.js';

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

const writerOfObject = memoizeWeakly(behindBraceOf);

/** An object gets its version as it is written. */
function objectText(schema: z.ZodObject, answer: unknown, texts: RowTexts): string | LongReply {
  const writer = writerOfObject(schema);
  const whole = wholeOrNone(() => version + writer.write(answer, texts));
  return whole ?? new LongReply({start: version, end: '', value: answer, writer, texts});
}

const version = `{"api_version":${JSON.stringify(apiVersion)},`;

const deleted = JSON.stringify(result);

/** What a handler answered, and what it is put into. */
export interface Answer {
  readonly answer: Page | object | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  /** The address of the page that starts at an offset. */
  linkTo(offset: number): string;
}

/** What a handler answered as JSON, as it is sent: every amount with a decimal. @param texts what is known of rows by now */
export function replyText(reply: Reply, {answer, query, linkTo}: Answer, texts: RowTexts): string | LongReply {
  switch (reply.kind) {
    case 'page': {
      const page = envelope(answer as Page, [reply.itemType].flat()[0]!, query as unknown as Paging, linkTo);
      return pageText(reply, page, texts);
    }
    case 'object':
      return objectText(reply.schema, answer, texts);
    case 'result':
      return deleted;
  }
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
