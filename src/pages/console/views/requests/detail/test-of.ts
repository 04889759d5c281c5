import type {Details} from '../details.js';

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ');

/** Removes values that the service ignored: no expectation can refer to them. */
function withoutIgnored(value: unknown, issues: Details['issues'], place: string): Readonly<Record<string, unknown>> {
  const copy = structuredClone(value) as Record<string, unknown>;
  for (const {in: where, path} of issues.ignored) {
    const holder = path.slice(0, -1).reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], copy);
    if (where === place && typeof holder === 'object' && holder !== null && !Array.isArray(holder)) {
      delete (holder as Record<string, unknown>)[path.at(-1)!];
    }
  }
  return copy;
}

/** The expectation for a test: all that the service read of the request. */
function expectationOf({operation, method, url, status, request, issues}: Details): object {
  const query = withoutIgnored(request.query, issues, 'query');
  const isObject = typeof request.body === 'object' && request.body !== null;
  return {
    ...(operation === null ? {method, path: url.split('?', 1)[0]} : {operation}),
    ...(operation !== null && Object.keys(query).length > 0 && {query}),
    ...(operation !== null && isObject && {body: withoutIgnored(request.body, issues, 'body')}),
    status,
    times: 1,
  };
}

export const testOf = (details: Details): string => `import {after, test} from 'node:test';
import {startSandbox} from 'crm-sandbox';

const sandbox = await startSandbox();
after(() => sandbox.close());

test(${JSON.stringify(`the client sends ${details.operation ?? `${details.method} ${details.url.split('?', 1)[0]}`}`)}, async () => {
  // Your client's work goes here: at sandbox.url, with sandbox.key.
  await sandbox.verify(${literal(expectationOf(details))});
});
`;
