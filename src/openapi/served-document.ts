import type {Catalog} from '../operations/kinds/catalog.js';
import {memoizeWeakly} from '../store/memoize-weakly.js';
import {type OpenApiDocument, openApiDocument} from './document.js';
import {ReplyCheck, type SentReply} from './reply-check.js';

/** The document of a catalog's operations, made once. */
export interface ServedDocument {
  /** The document, with paths that are relative to this address. */
  documentAt(server: string): OpenApiDocument;
  /** What about a reply is not as the document says. */
  violationsOf(reply: SentReply): string[];
}

export const servedDocument = memoizeWeakly((catalog: Catalog): ServedDocument => {
  const document = openApiDocument(catalog, '/');
  let check: ReplyCheck | undefined;
  return {
    documentAt: server => ({
      ...document,
      servers: document.servers.map(({description}) => ({url: server, description})),
    }),
    violationsOf: reply => {
      check ??= new ReplyCheck(document);
      return check.violationsOf(reply);
    },
  };
});
