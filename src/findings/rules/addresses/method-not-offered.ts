import {nearPaths} from '../../proposals/paths.js';
import {didYouMean, pathOf, shown} from '../../rewrite.js';
import {del, example, type FindingRule} from '../../rule.js';

export const methodNotOffered: FindingRule = {
  id: 'method-not-offered',
  axis: 'addresses',
  level: 'error',
  what: 'A request gets a 405: its path exists, and does not support its method.',
  why: 'Nothing was read or written. A client that ignores the status takes the request for successful.',
  turnOff: 'If the client tries methods to see what a service offers.',
  bad: example(del('/api/v1/gifts/search')),
  good: example('/api/v1/gifts/search?q[]=gift_types=in|1&limit=10'),
  only: 'refused',
  reads: operation => operation === undefined,
  inspect: (exchange, {catalog}) => {
    const {method, status, headers} = exchange;
    if (status !== 405 || method === 'OPTIONS') {
      return undefined;
    }
    const path = shown(pathOf(exchange));
    const allowed = String(headers['allow'] ?? '');
    const isUpdate = method === 'POST' && allowed.includes('PATCH');
    const near = isUpdate ? [`PATCH ${path}`] : nearPaths(exchange, catalog).map(one => `${method} ${shown(one)}`);
    const meant = near.join(' or ');
    return {
      where: '',
      got: method,
      nearest: meant || allowed,
      message: `${path} does not support ${method}; it supports ${allowed}${didYouMean(near[0])}`,
      fix: `Send ${meant || allowed.replaceAll(/, (?:HEAD|PUT)/g, '').replaceAll(', ', ' or ')}.`,
    };
  },
};
