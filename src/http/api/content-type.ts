import {parse} from 'content-type';
import {badRequest} from '../../errors.js';
import {quote} from '../../schema/fields.js';

/** For forms, and the default of `curl -d` for any data. */
export const formType = 'application/x-www-form-urlencoded';

const jsonForm = /^application\/(?:[\w.-]+\+)?json$/;

export const isJsonType = (type: string): boolean => jsonForm.test(type);

const utf8 = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * The media type of a body, in lower case and without parameters; empty if there is no header.
 * @throws a 400 for a character set other than UTF-8
 */
export function readContentType(header: string): string {
  const {type, parameters} = parse(header);
  const {charset} = parameters;
  if (charset !== undefined && !utf8.has(charset.toLowerCase())) {
    throw badRequest(`The body's character set is ${quote(charset)}; send UTF-8`);
  }
  return type;
}
