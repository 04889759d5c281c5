/** What a connection ends with that cannot be redirected: it must not reach the real service. */
export const refusal = (host: string, what: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${host} is the sandbox's in this run, and ${what}`), {
    code: 'ERR_CRM_SANDBOX_INTERCEPT',
    hostname: host,
  });
