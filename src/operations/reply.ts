import {apiVersion, result} from '../schema/replies.js';
import type {Operation, Page} from './operation.js';

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/**
 * What a handler answered, in the shape that the operation's reply has on the wire.
 * @param linkTo the address of the page that starts at an offset
 */
export function shapeReply(
  {reply}: Operation,
  answer: Page | object | undefined,
  query: Readonly<Record<string, unknown>>,
  linkTo: (offset: number) => string,
): object {
  switch (reply.kind) {
    case 'page':
      return envelope(answer as Page, [reply.itemType].flat()[0]!, query as unknown as Paging, linkTo);
    case 'object':
      return {api_version: apiVersion, ...answer};
    case 'result':
      return result;
  }
}

/** Contract: "List page envelope"; `next_item` and `next_link` are absent, not null, on the last page. */
function envelope(
  {items, total, itemType}: Page,
  defaultItemType: string,
  {limit, offset}: Paging,
  linkTo: (offset: number) => string,
): object {
  const next = offset + items.length;
  return {
    api_version: apiVersion,
    items_count: items.length,
    total_items: total,
    limit,
    offset,
    ...(items.length > 0 && next < total ? {next_item: next, next_link: linkTo(next)} : {}),
    item_type: itemType ?? defaultItemType,
    items,
  };
}
