import type {SecurityScheme} from './contract.js';
import type {Flawed} from './drafts.js';
import {type Pair, writeQuery} from './queries.js';
import type {SentRequest} from './wire.js';

/** Stands for a number that no computer holds until the text is made. */
const infinite = '\u0001infinite';

/** A value as JSON; an infinite number is written as one that is too large. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (inner === Number.POSITIVE_INFINITY ? infinite : inner)).replaceAll(
    JSON.stringify(infinite),
    '1e400',
  );

interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly Pair[];
}

/** @throws where the document has a way to send a key that is not known here */
function credentials({type, scheme, in: place, name = ''}: SecurityScheme, key: string | undefined): Credentials {
  if (key === undefined) {
    return {headers: {}, query: []};
  }
  if (type === 'http' && scheme === 'basic') {
    return {headers: {authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`}, query: []};
  }
  if (type === 'http' && scheme === 'bearer') {
    return {headers: {authorization: `Bearer ${key}`}, query: []};
  }
  if (type === 'apiKey' && place === 'query') {
    return {headers: {}, query: [[name, key]]};
  }
  throw new Error(`the fuzz does not know keys of the type ${type} in ${place ?? scheme}`);
}

/** The path of a request. Texts stand in it as they are, so that one can be wrong. */
export const pathOf = ({operation, path, suffixed}: Pick<Flawed, 'operation' | 'path' | 'suffixed'>): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(path[name])) + (suffixed ? '.json' : '');

/** What goes over the wire for a draft whose ids are settled. @param key where the draft has none of its own */
export function writeRequest(draft: Flawed, key: string): SentRequest {
  const {operation, query, spelling, security, body} = draft;
  const sent = credentials(security, 'key' in draft ? draft.key : key);
  const text = draft.raw ?? (body === undefined ? undefined : writeJson(body));
  return {
    method: operation.method,
    target: pathOf(draft) + writeQuery([...query, ...sent.query], spelling),
    headers: {
      ...sent.headers,
      ...(text !== undefined && {'content-type': draft.contentType ?? 'application/json'}),
    },
    ...(text !== undefined && {body: text}),
  };
}
