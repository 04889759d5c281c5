import type {Server} from '../fuzz/exchange.js';
import {fuzz} from '../fuzz/fuzz.js';
import {startOwnSandbox} from '../fuzz/own-sandbox.js';

// biome-ignore lint/suspicious/noExplicitAny: tests change documents in any place
export type Document = any;

/** A sandbox for documents and servers that are broken on purpose. */
export interface Wronged {
  /** Returns a copy of the part of the document that has the operation. */
  documentFor(operation: string): Document;
  /** Fuzzes the operation of a server that is changed by `alter`, and returns the failures. */
  failuresOf(
    document: Document,
    operation: string,
    alter?: (server: Server) => Partial<Server>,
  ): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function startWronged(): Promise<Wronged> {
  const {document, account, close} = await startOwnSandbox();
  let accounts = 0;
  return {
    documentFor: operation => {
      const {paths, ...rest}: Document = structuredClone(document);
      const names = operation === 'searchGifts' ? ['gifts/search'] : ['gift_types', 'groups', 'groups/{id}'];
      const kept = names.map(name => [`/api/v1/${name}`, paths[`/api/v1/${name}`]]);
      return {...rest, paths: Object.fromEntries(kept)};
    },
    failuresOf: async (document, operation, alter = () => ({})) => {
      accounts += 1;
      const server = account(`fuzz-${accounts}`);
      // A search can fail in many ways, and a hundred requests would cover only few of them.
      const requests = operation === 'searchGifts' ? 400 : 80;
      const {failures} = await fuzz(document, {...server, ...alter(server)}, {seed: 1, requests, only: operation});
      return failures;
    },
    close,
  };
}
