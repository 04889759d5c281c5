import {limitRows} from '../../src/limits.js';
import {tableOf, withSection} from './generated-section.js';

/** Updates the table in `docs/reference/limits.md`. */
export const withLimitTable = (page: string): string =>
  withSection(page, 'limits', tableOf(['subject', 'limit'], limitRows()));
