import {inPieces} from '../../workload/pieces.js';
import {adminOperation} from '../admin-operation.js';

export const showTrace = adminOperation({
  id: 'showTrace',
  method: 'GET',
  path: '/_sandbox/trace',
  summary: 'The lines of a trace of what is still known of all accounts',
  contentType: 'application/x-ndjson; charset=utf-8',
  handle: async ({trace}) => inPieces(await trace.lines()),
});
