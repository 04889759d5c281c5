import {isKeyName} from './key-names.js';
import {hidden, hideValues, withoutKey} from './redact.js';

/**
 * The body of a request without keys. Everything else stays as it was sent, byte for byte.
 * @param isJson whether it was read as JSON. In a text that cannot be read, all is hidden that follows a key's name
 */
export function bodyWithoutKey(text: string, isJson: boolean): string {
  const [first = ''] = /\S/.exec(text) ?? [];
  if (isJson && '{['.includes(first)) {
    return jsonWithoutKey(text);
  }
  if (text.startsWith('--')) {
    return multipartWithoutKey(text);
  }
  return '{["\''.includes(first) ? hideValues(text) : withoutKey(text);
}

/** Categories, groups and custom fields have a field `key` that names them. */
const isKeyField = (name: string): boolean => name !== 'key' && isKeyName(name);

/** Valid JSON, with a text in place of the value of each field that is named like a key, at any depth. */
export function jsonWithoutKey(json: string): string {
  let shown = '';
  let copied = 0;
  for (let start = json.indexOf('"'), end: number; start !== -1; start = json.indexOf('"', end)) {
    end = endOfText(json, start);
    const colon = afterBlanks(json, end);
    if (json[colon] === ':' && isKeyField(JSON.parse(json.slice(start, end)))) {
      shown += `${json.slice(copied, colon + 1)}"${hidden}"`;
      copied = endOfValue(json, colon + 1);
      end = copied;
    }
  }
  return copied === 0 ? json : shown + json.slice(copied);
}

function afterBlanks(json: string, start: number): number {
  let at = start;
  while (' \t\r\n'.includes(json[at] ?? '-')) {
    at += 1;
  }
  return at;
}

/** @param start of the quotation mark that begins the text */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) {
    end = json.indexOf('"', end + 1);
  }
  return end + 1;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') {
    first -= 1;
  }
  return (at - first) % 2 === 1;
}

/** No recursion: a body may be nested as deeply as it is long. */
function endOfValue(json: string, start: number): number {
  const marks = /["[\]{},]/g;
  marks.lastIndex = start;
  for (let depth = 0, found = marks.exec(json); found !== null; found = marks.exec(json)) {
    const [mark] = found;
    if (mark === '"') {
      marks.lastIndex = endOfText(json, found.index);
    } else if (depth === 0 && '},]'.includes(mark)) {
      return found.index;
    } else if (mark !== ',') {
      depth += '[{'.includes(mark) ? 1 : -1;
    }
  }
  return json.length;
}

/** A form whose fields stand between the lines of a boundary. */
function multipartWithoutKey(text: string): string {
  const [boundary = ''] = text.split(/\r?\n/, 1);
  const parts = text.split(boundary).map(part => {
    const head = part.slice(0, part.search(/\r?\n\r?\n/));
    const [, name = ''] = /\bname="?([^";\r\n]*)/.exec(head) ?? [];
    return isKeyName(name) ? `${head}\r\n\r\n${hidden}\r\n` : part;
  });
  return parts.join(boundary);
}
