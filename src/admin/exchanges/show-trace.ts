import {inPieces} from '../../workload/pieces.js';
import {adminOperation} from '../admin-operation.js';
import {Content} from '../requests/content.js';

export const showTrace = adminOperation({
  id: 'showTrace',
  method: 'GET',
  path: '/_sandbox/trace',
  summary: 'The lines of a trace of what is still known of all accounts',
  handle: async ({trace}) => new Content('application/x-ndjson; charset=utf-8', inPieces(await trace.lines())),
});
