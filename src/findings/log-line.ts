import {printable} from '../exchanges/printable.js';
import type {Finding} from './finding.js';

/** `⚠ createGift: "amount" is ignored, the gift is $0.00; did you mean received_amount?` */
export const findingLine = ({operation, message}: Pick<Finding, 'operation' | 'message'>): string =>
  printable(`⚠ ${operation}: ${message}`);
