import {setTimeout as pause} from 'node:timers/promises';

/** The service rejected a request. */
export class Rejected extends Error {
  constructor(status, text, wait) {
    super(`${status} ${text}`);
    this.status = status;
    this.wait = wait;
  }
}

/**
 * Sends one request. It never repeats a request by itself: only the caller knows whether a write was stored.
 * @param timeout milliseconds
 */
export const client =
  ({url, key, timeout = 5000}) =>
  async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'},
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Rejected(response.status, text, Number(response.headers.get('retry-after') ?? 0));
    }
    return JSON.parse(text);
  };

/** A request that the service understood and rejected will be rejected again. */
const isFinal = ({status = 0}) => status >= 400 && status < 500 && status !== 429;

/** Runs a step again if it failed. The step must look for its own result first, because the write may be stored. */
export async function again(step, times = 3) {
  try {
    return await step();
  } catch (error) {
    if (times === 0 || isFinal(error)) {
      throw error;
    }
    await pause(1000 * (error.wait ?? 0) + 100);
    return again(step, times - 1);
  }
}
