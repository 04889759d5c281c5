const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
  507: 'INSUFFICIENT_STORAGE',
} as const;

/** The `code` of an error: see docs/reference/errors.md. System errors have Node's codes, such as `EADDRINUSE`. */
export type ErrorCode =
  | (typeof codes)[keyof typeof codes]
  | 'INTERNAL_SERVER_ERROR'
  | 'INVALID_ARGUMENT'
  | 'VERIFICATION_FAILED'
  | 'CHECK_REFUSED'
  | 'INVALID_SNAPSHOT'
  | 'DATA_FILE_LOCKED'
  | 'DATA_FILE_LOCK_UNAVAILABLE'
  | 'DATA_FILE_GONE'
  | 'DATA_TOO_LARGE'
  | 'UNKNOWN_OUTCOME';

/** A rejected call, with the status and the description that the HTTP API responds with. */
export class ApiError extends Error {
  /** Not part of a response. */
  readonly code: ErrorCode;

  /** @param error the title in the `error` field, @param details additional fields of the response */
  constructor(
    readonly status: number,
    readonly error: string,
    readonly description: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly details: object = {},
  ) {
    super(description);
    this.name = 'ApiError';
    this.code = codes[status as keyof typeof codes] ?? 'INTERNAL_SERVER_ERROR';
  }
}

/** The library rejects an option or an argument. The message names it. */
export class InvalidArgumentError extends TypeError {
  override readonly name = 'InvalidArgumentError';
  readonly code = 'INVALID_ARGUMENT' satisfies ErrorCode;
}

/** 400: the body cannot be read. */
export const badRequest = (description: string) => new ApiError(400, 'Bad Request', description);

export const parameterError = (description: string) => new ApiError(400, 'Parameter Error', description);

/** The key is valid but lacks the permission. */
export const forbidden = (description: string) => new ApiError(403, 'Forbidden', description);

export const notFound = (description: string) => new ApiError(404, 'Not Found', description);

/** 404: unknown id. Observed, word for word. */
export const itemNotFound = (id: number | string) => notFound(`Item with id '${id}' not found`);

/** 405: the path exists but does not support the method. */
export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new ApiError(405, 'Method Not Allowed', `${method} is not offered on this path; it takes ${allowed.join(', ')}`, {
    Allow: allowed.join(', '),
  });

/** 409: the request conflicts with the current state. */
export const conflict = (description: string) => new ApiError(409, 'Conflict', description);

export const payloadTooLarge = (description: string) =>
  new ApiError(413, 'Payload Too Large', description, {Connection: 'close'});

/** 422: the body is invalid; the description names every failing field by its path. The title is observed. */
export const unprocessableEntity = (description: string) => new ApiError(422, 'error saving object', description);

/** 429: the key exceeded its rate limit. @param seconds until the next request is allowed */
export const tooManyRequests = (description: string, seconds: number) =>
  new ApiError(429, 'Too Many Requests', description, {'Retry-After': String(seconds)});

/** 503: temporarily unavailable; nothing was changed. */
export const serviceUnavailable = (description: string) => new ApiError(503, 'Service Unavailable', description);

/** It is unknown whether the change was made, so no status would be true: HTTP closes the connection instead. */
export class UnknownOutcomeError extends ApiError {
  override readonly code = 'UNKNOWN_OUTCOME';

  constructor() {
    super(
      503,
      'Service Unavailable',
      'The change may have been made: the connection to the database was lost meanwhile',
    );
  }
}

/** 507: no room to store the data; nothing was changed. */
export const insufficientStorage = (description: string) => new ApiError(507, 'Insufficient Storage', description);

/**
 * 401: the only error whose response is not always JSON. Observed: without credentials, or with a wrong Basic user, the
 * service responds with text; with a wrong Bearer token or `access_token`, with JSON of a special shape.
 */
export class UnauthorizedError extends ApiError {
  private constructor(
    readonly contentType: string,
    challenge: string,
    readonly body: string,
  ) {
    super(401, 'Unauthorized', body, {'WWW-Authenticate': challenge});
  }

  /** @param scheme of the request's key; without a key, the service responds as to a wrong Basic user */
  static of(scheme = 'basic'): UnauthorizedError {
    if (scheme === 'basic') {
      return new UnauthorizedError('text/html; charset=utf-8', 'Basic realm="API"', 'HTTP Basic: Access denied.');
    }
    const error = 'invalid_token';
    const description = 'The access token provided is expired, revoked, malformed or invalid for other reasons.';
    return new UnauthorizedError(
      'application/json; charset=utf-8',
      `Bearer realm="Rack::OAuth2 Protected Resources", error="${error}", error_description="${description}"`,
      JSON.stringify({error, error_description: description}),
    );
  }
}
