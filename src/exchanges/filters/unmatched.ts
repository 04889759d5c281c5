import {nearestPath} from '../../operations/nearest-path.js';
import type {Exchange} from '../exchange.js';

/** What a form on a web page is sent to: no operation, and nothing that a client got wrong. */
const listeners = '/integrations/';

/** Whether a request was refused, and no operation fits its method and path. */
export const isUnmatched = ({operation, status, method, url}: Exchange): boolean =>
  operation === undefined && status >= 400 && method !== '' && !url.startsWith(listeners);

/**
 * What such a request probably meant.
 * @param paths of the operations there are
 * @returns a path, as it could be asked for or with braces; undefined where none is near
 */
export const nearestOf = ({url}: Exchange, paths: readonly string[]): string | undefined =>
  nearestPath(url.split('?', 1)[0]!, paths, '/api/v1');
