import {ownKey} from './factories.js';
import type {TestSandbox} from './sandbox.js';

/** A client of the admin API and the API for one account. */
export function adminOf(sandbox: TestSandbox, key: string | null = ownKey(), headers: Record<string, string> = {}) {
  const call = {key, headers};
  return {
    key,
    get: (path = '') => sandbox.get(`/_sandbox${path}`, call),
    post: (path: string, body?: unknown) => sandbox.post(`/_sandbox${path}`, body, call),
    put: (path: string, body?: unknown) => sandbox.put(`/_sandbox${path}`, body, call),
    delete: (path: string) => sandbox.delete(`/_sandbox${path}`, call),
    api: {
      get: (path: string) => sandbox.get(`/api/v1/${path}`, call),
      post: (path: string, body?: unknown) => sandbox.post(`/api/v1/${path}`, body, call),
      patch: (path: string, body?: unknown) => sandbox.patch(`/api/v1/${path}`, body, call),
      delete: (path: string) => sandbox.delete(`/api/v1/${path}`, call),
    },
  };
}
