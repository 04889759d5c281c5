import type {Exchange} from '../../exchanges/exchange.js';

/** What a reply says of the page that it is. */
export interface PageFacts {
  readonly items_count: number;
  readonly total_items: number;
  readonly limit: number;
  readonly offset: number;
  readonly next_link?: string;
}

const items = '"items":[';

/** Read from the beginning of the reply alone: the items are most of it. Undefined where it is no page, or was streamed. */
export function pageFacts({reply, status}: Exchange): PageFacts | undefined {
  const end = status === 200 && reply !== undefined ? reply.indexOf(items) : -1;
  return end === -1 ? undefined : (JSON.parse(`${reply!.slice(0, end)}${items}]}`) as PageFacts);
}
