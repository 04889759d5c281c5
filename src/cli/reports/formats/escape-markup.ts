const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text within XML or HTML, between tags or in an attribute: it ends neither, nor a part of CDATA. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, character => entities[character]!);
