import {limitRows} from '../../src/limits.js';
import {tableOf, withSection} from './generated-section.js';

/** Returns `docs/reference/limits.md` with its table of limits as the code has them. */
export const withLimitTable = (page: string): string =>
  withSection(page, 'limits', tableOf(['subject', 'limit'], limitRows()));
