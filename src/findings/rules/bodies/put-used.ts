import {example, type FindingRule, fine, patch, put} from '../../rule.js';

export const putUsed: FindingRule = {
  id: 'put-used',
  axis: 'bodies',
  level: 'info',
  what: 'A client changes a record with PUT.',
  why: 'The service handles PUT like PATCH, and documents only PATCH: it does not clear the fields that a PUT omits.',
  turnOff: 'If the client cannot send PATCH.',
  bad: example(put('/api/v1/constituents/959400', {job_title: 'Baker'})),
  good: example(patch('/api/v1/constituents/959400', {job_title: 'Baker'})),
  reads: operation => operation?.method === 'PATCH',
  inspect: exchange =>
    exchange.method !== 'PUT'
      ? fine
      : {
          where: '',
          got: 'PUT',
          nearest: 'PATCH',
          message: 'PUT works like PATCH: omitted fields keep their values; only PATCH is documented',
          fix: 'Send PATCH.',
        },
};
