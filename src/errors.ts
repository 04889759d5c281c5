/**
 * Every error the sandbox answers with, by name. One place makes the reply from them: `http/report-errors.ts`.
 * Contract: "Errors".
 */
export class ApiError extends Error {
  /**
   * @param status the HTTP status
   * @param error the title in the reply's `error` field
   * @param description what was wrong, where, and what would be right
   * @param headers further headers of the reply
   * @param details further fields of the reply
   */
  constructor(
    readonly status: number,
    readonly error: string,
    readonly description: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly details: object = {},
  ) {
    super(description);
    this.name = 'ApiError';
  }
}

/** 400: the body could not be read. */
export const badRequest = (description: string) => new ApiError(400, 'Bad Request', description);

/** 400: something in the query string. */
export const parameterError = (description: string) => new ApiError(400, 'Parameter Error', description);

/** 403: the key is real but may not do this. */
export const forbidden = (description: string) => new ApiError(403, 'Forbidden', description);

/** 404: no such path, or nothing has this id. */
export const notFound = (description: string) => new ApiError(404, 'Not Found', description);

/** 404: nothing has this id. Observed, word for word. */
export const itemNotFound = (id: number | string) => notFound(`Item with id '${id}' not found`);

/** 405: the path is known, the method is not offered on it. */
export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new ApiError(405, 'Method Not Allowed', `${method} is not offered on this path; it takes ${allowed.join(', ')}`, {
    Allow: allowed.join(', '),
  });

/** 409: what was asked for does not go with what is there. */
export const conflict = (description: string) => new ApiError(409, 'Conflict', description);

/** 413: the body is larger than the sandbox reads. */
export const payloadTooLarge = (description: string) =>
  new ApiError(413, 'Payload Too Large', description, {Connection: 'close'});

/** 422: the body was read and refused; the description names every failing field by its path. The title is observed. */
export const unprocessableEntity = (description: string) => new ApiError(422, 'error saving object', description);

/** 429: the key made as many requests as it may. @param seconds until it may make the next one */
export const tooManyRequests = (description: string, seconds: number) =>
  new ApiError(429, 'Too Many Requests', description, {'Retry-After': String(seconds)});

/** 503: the sandbox can't do it now; nothing was changed. */
export const serviceUnavailable = (description: string) => new ApiError(503, 'Service Unavailable', description);

/** 507: there is no room to keep it; nothing was changed. */
export const insufficientStorage = (description: string) => new ApiError(507, 'Insufficient Storage', description);

/**
 * 401: the one error whose reply is not JSON in every case. Observed: without credentials, or with a wrong Basic
 * user, the service answers text; with a wrong Bearer token or `access_token`, JSON of a shape of its own.
 */
export class UnauthorizedError extends Error {
  private constructor(
    readonly contentType: string,
    readonly challenge: string,
    readonly body: string,
  ) {
    super(body);
    this.name = 'UnauthorizedError';
  }

  static basic(): UnauthorizedError {
    return new UnauthorizedError('text/html; charset=utf-8', 'Basic realm="API"', 'HTTP Basic: Access denied.');
  }

  static token(): UnauthorizedError {
    const error = 'invalid_token';
    const description = 'The access token provided is expired, revoked, malformed or invalid for other reasons.';
    return new UnauthorizedError(
      'application/json; charset=utf-8',
      `Bearer realm="Rack::OAuth2 Protected Resources", error="${error}", error_description="${description}"`,
      JSON.stringify({error, error_description: description}),
    );
  }
}
