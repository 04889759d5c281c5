import {nearestPath} from '../../operations/nearest-path.js';
import type {Exchange} from '../exchange.js';

/** Forms on web pages are submitted here: no operation matches, but this is no mistake of the client. */
const listeners = '/integrations/';

/** True if a request was rejected because no operation has its method and path. */
export const isUnmatched = ({operation, status, method, url}: Exchange): boolean =>
  operation === undefined && status >= 400 && method !== '' && !url.startsWith(listeners);

/**
 * Suggests the intended path.
 * @param paths of the operations
 * @returns a path, with or without braces; undefined if none is similar
 */
export const nearestOf = ({url}: Exchange, paths: readonly string[]): string | undefined =>
  nearestPath(url.split('?', 1)[0]!, paths, '/api/v1');
