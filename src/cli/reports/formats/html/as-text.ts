import {printable} from '../../../../exchanges/printable.js';
import {escapeMarkup} from '../escape-markup.js';

/** Escapes untrusted text for HTML content and attributes. */
export const asText = (written: string): string => escapeMarkup(printable(written));
