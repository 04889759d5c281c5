import {printable} from '../../../exchanges/printable.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for XML or HTML content, attributes and CDATA. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, character => entities[character]!);

/** Escapes untrusted text for HTML content and attributes. */
export const asText = (written: string): string => escapeMarkup(printable(written));

export const codes = (texts: readonly string[], between = ' '): string =>
  texts.map(text => `<code>${asText(text)}</code>`).join(between);
