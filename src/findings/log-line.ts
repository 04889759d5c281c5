import type {Finding} from './finding.js';

/** `⚠ createGift: "amount" is ignored, the gift is $0.00; did you mean received_amount?` */
export const findingLine = ({operation, message}: Pick<Finding, 'operation' | 'message'>): string =>
  // What a client sent stands in it: it must not move the cursor of who reads it, or begin a line of its own.
  `⚠ ${operation}: ${message}`.replaceAll(/[\p{Cc}\u2028\u2029]/gu, character =>
    JSON.stringify(character).slice(1, -1),
  );
