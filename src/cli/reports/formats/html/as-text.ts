import {printable} from '../../../../exchanges/printable.js';
import {escapeMarkup} from '../escape-markup.js';

/** Text that others wrote, between tags or in an attribute. */
export const asText = (written: string): string => escapeMarkup(printable(written));
