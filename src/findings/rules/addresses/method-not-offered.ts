import {pathOf, shown} from '../../rewrite.js';
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
  inspect: exchange => {
    const {method, status, headers} = exchange;
    const path = shown(pathOf(exchange));
    const allowed = String(headers['allow'] ?? '');
    return status !== 405
      ? undefined
      : {
          where: '',
          got: method,
          nearest: allowed,
          message: `${path} does not support ${method}; it supports ${allowed}`,
          fix: `Send ${allowed.replaceAll(', ', ' or ')}, or use the path of one record.`,
        };
  },
};
