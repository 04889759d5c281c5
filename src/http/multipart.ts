import {isUtf8} from 'node:buffer';
import {win32} from 'node:path';
import {unescape as decode} from 'node:querystring';
import {parse} from 'content-type';
import {badRequest} from '../errors.js';
import {quote} from '../schema/fields.js';

/** For forms with files, and for PHP's `CURLOPT_POSTFIELDS` with an array. */
export const multipartType = 'multipart/form-data';

type Field = readonly [name: string, value: string];

const lineEnd = '\r\n';

/**
 * Reads a form whose fields stand between boundaries (RFC 7578). Of a file, it reads the name and not the content.
 * @throws a 400 that names the part that is malformed
 */
export function readMultipart(bytes: Buffer, contentType: string): Field[] {
  const {boundary = ''} = parse(contentType).parameters;
  if (boundary === '') {
    throw badRequest(`The body's content type names no boundary; send ${multipartType}; boundary=...`);
  }
  // Latin-1 keeps every byte: a file may contain any.
  const [, ...parts] = `${lineEnd}${bytes.toString('latin1')}`.split(`${lineEnd}--${boundary}`);
  if (parts.length === 0) {
    throw badRequest(`The body has no line ${quote(`--${boundary}`)}, its boundary; each line ends with CRLF`);
  }
  const end = parts.findIndex(part => part.startsWith('--'));
  if (end === -1) {
    throw badRequest(`The body is cut short: no line ${quote(`--${boundary}--`)} ends it; each line ends with CRLF`);
  }
  return parts.slice(0, end).map((part, index) => readPart(part, `Part ${index + 1} of the body`));
}

/** @param subject begins the error message */
function readPart(part: string, subject: string): Field {
  const headEnd = part.indexOf(lineEnd + lineEnd);
  const [padding = '', ...headers] = part.slice(0, Math.max(0, headEnd)).split(lineEnd);
  if (headEnd === -1 || padding.trim() !== '') {
    throw badRequest(`${subject} is malformed: a line break, its headers and a blank line must follow the boundary`);
  }
  const disposition = headers.find(header => /^content-disposition:/i.test(header)) ?? '';
  const {type, parameters} = parse(textOf(disposition, subject).replace(/^[^:]*: */, ''));
  const {name, filename, 'filename*': encoded} = parameters;
  if (type !== 'form-data' || name === undefined) {
    throw badRequest(`${subject} has no name; send Content-Disposition: form-data; name="..."`);
  }
  const file = encoded === undefined ? filename : decode(encoded.replace(/^[^']*'[^']*'/, '')); // UTF-8''na%C3%AFve.txt
  if (file !== undefined) {
    return [name, win32.basename(file)]; // PHP sends the whole path
  }
  return [name, textOf(part.slice(headEnd + 2 * lineEnd.length), subject)];
}

function textOf(latin1: string, subject: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  if (!isUtf8(bytes)) {
    throw badRequest(`${subject} is not UTF-8`);
  }
  return bytes.toString();
}
