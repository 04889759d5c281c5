import type {Catalog} from '../operations/kinds/catalog.js';
import {memoizeWeakly} from '../store/caching.js';
import {type OpenApiDocument, openApiDocument} from './document.js';
import {atServer} from './prepared-document.js';
import {ReplyCheck, type SentReply} from './reply-check.js';

/** The document of a catalog's operations, generated once. */
export interface ServedDocument {
  /** The document with this base address. */
  documentAt(server: string): OpenApiDocument;
  /** All differences between a response and the document. */
  violationsOf(reply: SentReply): string[];
}

export const servedDocument = memoizeWeakly((catalog: Catalog): ServedDocument => {
  const document = openApiDocument(catalog, '/');
  let check: ReplyCheck | undefined;
  return {
    documentAt: server => atServer(document, server),
    violationsOf: reply => {
      check ??= new ReplyCheck(document);
      return check.violationsOf(reply);
    },
  };
});
