import type {Finding} from './finding.js';

/** What a client sent can stand in a text: it must not move the cursor of who reads it, or begin a line of its own. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `⚠ createGift: "amount" is ignored, the gift is $0.00; did you mean received_amount?` */
export const findingLine = ({operation, message}: Pick<Finding, 'operation' | 'message'>): string =>
  oneLine(`⚠ ${operation}: ${message}`);
