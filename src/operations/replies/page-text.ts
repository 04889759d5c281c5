import type * as z from 'zod';
import {type Reply, replySchema} from '../../schema/replies.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';
import {fieldWriter, TooLong, wholeOrNone, writeFields, writerOf} from './json-writer.js';
import {LongReply} from './long-reply.js';
import {noRowTexts, type RowTexts} from './row-texts.js';

/** Characters. A page that is shorter is one text, which is sent with its length. */
const longest = 1024 * 1024;

type PageReply = Extract<Reply, {kind: 'page'}>;

/** What writes the fields before the entries, the entries, and one of them: `items` stands last in the schema. */
const writersOf = memoizeWeakly((reply: PageReply) => {
  const {items, ...others} = replySchema(reply).shape as Readonly<Record<string, z.ZodType>>;
  const head = Object.entries(others).map(([name, schema], index) => fieldWriter(name, schema, index === 0));
  return {head, list: writerOf(items!), item: writerOf((items as z.ZodArray).element as z.ZodType)};
});

/**
 * A page as JSON.
 * @param page all fields of its reply
 * @returns one text, or where that would be too long what writes it entry by entry
 */
export function pageText(
  reply: PageReply,
  page: {readonly items: readonly object[]},
  texts: RowTexts,
): string | LongReply {
  const {head, list, item} = writersOf(reply);
  const {items} = page;
  const start = `{${writeFields(head, page, noRowTexts)},"items":`;
  const whole = wholeOrNone(() => {
    let text = `${start}[`;
    for (let index = 0; index < items.length; index++) {
      if (text.length > longest) {
        throw new TooLong();
      }
      text += index === 0 ? item.write(items[index], texts) : `,${item.write(items[index], texts)}`;
    }
    return `${text}]}`;
  });
  return whole ?? new LongReply({start, end: '}', value: items, writer: list, texts});
}
