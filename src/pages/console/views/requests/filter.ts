/** Short words for the filters of `crm-sandbox logs`. */
const short: Readonly<Record<string, string>> = {op: 'operation'};

/** The words of a line; a quoted part holds spaces: `mark:"pays once"`. */
function wordsOf(line: string): string[] {
  const found: string[] = [];
  let word = '';
  let isQuoted = false;
  for (const character of `${line} `) {
    if (character === '"') {
      isQuoted = !isQuoted;
    } else if (/\s/.test(character) && !isQuoted) {
      found.push(word);
      word = '';
    } else {
      word += character;
    }
  }
  return [...found, word.trim()].filter(each => each !== '');
}

/**
 * The filters that a line stands for, as a query of `/_sandbox/requests`. What has no name is looked for in the texts.
 * Whether a filter is there, and has that form, the sandbox says.
 */
export function filtersIn(line: string): string {
  const named = new Map<string, string>();
  const text: string[] = [];
  for (const word of wordsOf(line)) {
    const colon = word.indexOf(':');
    const name = word.slice(0, colon);
    if (colon > 0 && /^[a-z_]+$/.test(name)) {
      named.set(short[name] ?? name, word.slice(colon + 1));
    } else {
      text.push(word);
    }
  }
  if (text.length > 0) {
    named.set('text', text.join(' '));
  }
  return new URLSearchParams([...named]).toString();
}

/** The line with a filter in it, or without it where it was there. */
export function toggled(line: string, word: string): string {
  const parts = line.split(/\s+/).filter(Boolean);
  const name = word.slice(0, word.indexOf(':') + 1);
  const others = parts.filter(part => !part.startsWith(name));
  return (parts.includes(word) ? others : [...others, word]).join(' ');
}
