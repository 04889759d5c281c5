import type {Details} from '../details.js';

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ');

/** What a test has to ask for, so that this request and no other fits. */
function expectationOf({operation, method, url, status, request: {query, body}}: Details): object {
  const isObject = typeof body === 'object' && body !== null;
  return {
    ...(operation === null ? {method, path: url.split('?', 1)[0]} : {operation}),
    ...(Object.keys(query).length > 0 && {query}),
    ...(isObject && {body}),
    status,
    times: 1,
  };
}

/** A test that fails when the client does not send this request any more. */
export const testOf = (details: Details): string => `import {after, test} from 'node:test';
import {startSandbox} from 'crm-sandbox';

const sandbox = await startSandbox();
after(() => sandbox.close());

test(${JSON.stringify(`the client sends ${details.operation ?? `${details.method} ${details.url.split('?', 1)[0]}`}`)}, async () => {
  // Your client's work goes here: at sandbox.url, with sandbox.key.
  await sandbox.verify(${literal(expectationOf(details))});
});
`;
