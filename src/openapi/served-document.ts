import {operations} from '../resources/index.js';
import {type OpenApiDocument, openApiDocument} from './document.js';
import {ReplyCheck, type SentReply} from './reply-check.js';

/** The document of this sandbox's operations: made once, when this module is first imported. */
const document = openApiDocument(operations, '/');

/** The document, with paths that are relative to this address. */
export const documentAt = (server: string): OpenApiDocument => ({
  ...document,
  servers: document.servers.map(({description}) => ({url: server, description})),
});

let check: ReplyCheck | undefined;

/** What about a reply is not as the document says. */
export function violationsOf(reply: SentReply): string[] {
  check ??= new ReplyCheck(document);
  return check.violationsOf(reply);
}
