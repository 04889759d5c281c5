import type {FindingsReport} from '../../findings/inspector.js';
import {adminOperation} from '../admin-operation.js';

export const showFindings = adminOperation({
  id: 'showFindings',
  method: 'GET',
  path: '/_sandbox/findings',
  summary: 'What the client got wrong, and the requests that would be right',
  takesAll: true,
  handle: ({inspector, account, isForAll}): FindingsReport => inspector.report(isForAll ? undefined : account.name),
});
