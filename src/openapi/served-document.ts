import type {Catalog} from '../operations/kinds/catalog.js';
import {memoizeWeakly} from '../store/caching.js';
import {openApiDocument} from './document.js';
import {atServer} from './prepared-document.js';
import {type ReplyCheck, replyCheckOf, type SentReply} from './reply-check.js';

/** The document of a catalog's operations, generated once. */
export const servedDocument = memoizeWeakly((catalog: Catalog) => {
  const document = openApiDocument(catalog, '/');
  let check: ReplyCheck | undefined;
  return {
    documentAt: (server: string) => atServer(document, server),
    /** All differences between a response and the document. */
    violationsOf(reply: SentReply): string[] {
      check ??= replyCheckOf(document);
      return check(reply);
    },
  };
});
