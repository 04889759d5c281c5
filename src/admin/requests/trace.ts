import {inPieces} from '../../workload/pieces.js';
import {adminOperation, Content} from '../admin-operation.js';

export const showTrace = adminOperation({
  id: 'showTrace',
  method: 'GET',
  path: '/_sandbox/trace',
  summary: 'The lines of a trace of what is still known of all accounts',
  handle: async ({trace}) => new Content('application/x-ndjson; charset=utf-8', inPieces(await trace.lines())),
});
