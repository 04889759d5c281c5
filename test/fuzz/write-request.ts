import type {SecurityScheme} from './contract.js';
import type {Flawed} from './drafts.js';
import {type Pair, writeQuery} from './queries.js';
import type {SentRequest} from './wire.js';

/** Placeholder for an infinite number until the text is written. */
const infinite = '\u0001infinite';

/** Serializes a value as JSON; an infinite number becomes one that is too large. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (inner === Number.POSITIVE_INFINITY ? infinite : inner)).replaceAll(
    JSON.stringify(infinite),
    '1e400',
  );

interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly Pair[];
}

/** @throws Error if the document has an unknown security scheme */
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

/** Returns the path of a request. Values are not encoded, so that they can be invalid. */
export const pathOf = ({operation, path, suffixed}: Pick<Flawed, 'operation' | 'path' | 'suffixed'>): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(path[name])) + (suffixed ? '.json' : '');

/** Builds the request for a draft with settled ids. @param key the key, unless the draft has one */
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
