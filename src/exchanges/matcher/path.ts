import type {Operation} from '../../operations/operation.js';

interface Requested {
  readonly url: string;
  readonly operation?: Operation | undefined;
}

const parameter = /^\{\w+\}$/;

/** Every path also works with `.json` appended. */
const plain = (path: string): string => (path.endsWith('.json') ? path.slice(0, -5) : path);

/**
 * True if a request's path matches. A segment in braces matches any segment: `/api/v1/constituents/{id}/gifts`. A
 * trailing `*` matches any suffix.
 */
export function isPathLike(path: string, {url, operation}: Requested): boolean {
  if (path === operation?.path) {
    return true;
  }
  const requested = url.split('?', 1)[0]!;
  if (path.endsWith('*')) {
    return requested.startsWith(path.slice(0, -1));
  }
  const wanted = plain(path).split('/');
  const found = plain(requested).split('/');
  return wanted.length === found.length && wanted.every((step, index) => parameter.test(step) || step === found[index]);
}
