/** A request that is as expensive as its size allows. */
export interface Shape {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** Slightly below the limit of a body. */
const mebibyte = 1_040_000;

const call = '"text":"Called","original_date":"2025-12-01"';
const person = '"first_name":"Ann","last_name":"Lee"';

/** Joins as many parts as fit into the given bytes. */
function repeated(bytes: number, part: (index: number) => string, maxParts = Number.POSITIVE_INFINITY): string {
  const parts: string[] = [];
  for (let length = 0, index = 0; index < maxParts; index++) {
    const text = part(index);
    length += text.length + 1;
    if (length > bytes) {
      break;
    }
    parts.push(text);
  }
  return parts.join(',');
}

const nested = (bytes: number, open: string, close: string) => {
  const depth = Math.min(150_000, Math.floor(bytes / (open.length + close.length)));
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
};

const report = (name: string, fields: string): Shape => ({
  ...{name, method: 'POST', path: '/api/v1/constituents/959400/contact_reports'},
  body: `{${call},${fields}}`,
});

const constituent = (name: string, fields: string): Shape => ({
  ...{name, method: 'POST', path: '/api/v1/constituents'},
  body: `{${person},${fields}}`,
});

const query = (name: string, path: string, parameter: (index: number) => string): Shape => ({
  ...{name, method: 'GET'},
  path: `${path}?${Array.from({length: 900}, (_, index) => parameter(index)).join('&')}`,
});

const emails = (elements: string) => `"email_addresses":[${elements}]`;

/** Returns requests of every expensive shape. @param bytes the approximate size of a body; queries have their own */
export const shapesOf = (bytes = mebibyte): readonly Shape[] => [
  report(
    'unknown fields',
    repeated(bytes - 100, index => `"f${index}":${index % 7}`),
  ),
  report(
    'unknown fields of 2,000 characters',
    repeated(bytes - 3000, index => `"f${index}":"${'v'.repeat(2000)}"`),
  ),
  report(
    'unknown fields of 10 KiB',
    repeated(bytes - 11_000, index => `"f${index}":"${'v'.repeat(10_240)}"`),
  ),
  report(
    'long names',
    repeated(bytes - 3000, index => `"${index}${'n'.repeat(bytes / 30)}":1`),
  ),
  report('a long name', `"${'n'.repeat(bytes - 3000)}":1`),
  report('a long value', `"unknown":"${'\\u0001'.repeat((bytes - 3000) / 6)}"`),
  report(
    'repeated keys',
    repeated(bytes - 100, index => `"key${index % 3}":1`),
  ),
  report('deep lists', `"deep":${nested(bytes - 100, '[', ']')}`),
  report('deep objects', `"deep":${nested(bytes - 100, '{"a":', '}')}`),
  report('a long list', `"list":[${repeated(bytes - 100, () => '{}')}]`),
  constituent(
    'elements with unknown fields',
    emails(repeated(bytes - 100, index => `{"address":"${index}${'a'.repeat(400)}@example.org","a":1,"b":2}`, 2000)),
  ),
  constituent(
    'elements without an address',
    emails(repeated(bytes - 100, () => '{"email":"x","is_primary":true,"primary":1}', 2000)),
  ),
  constituent(
    'invalid elements',
    emails(repeated(bytes - 100, index => `{"address":5,"email_type_name":${index},"comment":{}}`, 2000)),
  ),
  constituent(
    'unknown group names',
    `"groups":[${repeated(bytes - 100, index => `{"group_name":"${'g'.repeat(400)}${index}"}`, 2000)}]`,
  ),
  query('unknown parameters', '/api/v1/payment_types', index => `p${index}=1`),
  query('a repeated parameter', '/api/v1/gifts/search', index => `foo=${index}`),
  query('encoded twice', '/api/v1/payment_types', index => `p%2525${index}=%2541`),
  query('unknown terms', '/api/v1/gifts/search', index => `q[]=x${index}=1`),
];
