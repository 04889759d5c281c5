const label = /^[a-z\d-]{1,63}$/i;

const isLabel = (text: string) => label.test(text) && !text.startsWith('-') && !text.endsWith('-');

const longest = 253;

/**
 * Whether a text is the name of a host that is intercepted. It has a dot: an address has no certificate, and a name
 * without a dot is of this machine or its network.
 */
export function isHostName(text: string): boolean {
  const labels = text.slice(0, longest + 1).split('.');
  return text.length <= longest && labels.length > 1 && labels.every(isLabel) && /^[a-z]/i.test(labels.at(-1)!);
}

export const hostForm = 'the name of a host, such as api.example.com';
