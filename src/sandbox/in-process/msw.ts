import {InvalidArgumentError} from '../../errors.js';
import {quote} from '../../schema/fields.js';

/** The part of MSW's `http` that the sandbox uses. The user's project depends on MSW; the sandbox does not. */
interface MswHttp<Handler> {
  all(path: string, resolver: (info: {readonly request: Request}) => Promise<Response>): Handler;
}

/**
 * Creates MSW handlers that let a sandbox respond to all requests to one origin.
 * @param http of the user's MSW
 */
export const handlersOf =
  <Handler>(http: MswHttp<Handler>) =>
  (sandbox: {readonly fetch: typeof fetch}, baseUrl: string | URL): Handler[] => {
    if (typeof sandbox?.fetch !== 'function') {
      throw new InvalidArgumentError('handlers: the first argument must be a sandbox: await startSandbox()');
    }
    // MSW responds to an exception with a 500, and to an error response with a broken connection.
    const respond = ({request}: {readonly request: Request}) => sandbox.fetch(request).catch(() => Response.error());
    return [http.all(`${originIn(baseUrl)}/*`, respond)];
  };

function originIn(baseUrl: string | URL): string {
  const url = URL.canParse(String(baseUrl)) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname.startsWith('[')) {
    // MSW parses the colons of an IPv6 address as parameters.
    throw new InvalidArgumentError(
      `handlers: the base URL must be one such as https://api.example.com, got ${quote(baseUrl)}`,
    );
  }
  if (url.href !== `${url.origin}/`) {
    throw new InvalidArgumentError(
      `handlers: the base URL must be the origin alone: ${url.origin} instead of ${url.href}`,
    );
  }
  return url.origin;
}
