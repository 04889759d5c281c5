import {example, type FindingRule, fine, patch, put} from '../../rule.js';

export const putUsed: FindingRule = {
  id: 'put-used',
  axis: 'bodies',
  level: 'info',
  what: 'A record is changed with PUT.',
  why: 'The service takes PUT as PATCH, and documents PATCH alone: what a PUT leaves out is not emptied.',
  turnOff: 'Where a client cannot send PATCH.',
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
          message: 'PUT is taken as PATCH: what is left out stays as it is; PATCH is the documented one',
          fix: 'Send PATCH.',
        },
};
