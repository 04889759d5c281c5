import {commandGroup} from '../../command-group.js';
import {exportRequests} from './export.js';
import {show} from './show.js';

/** `crm-sandbox requests show 12`, and the others; `logs` lists them. */
export const requests = commandGroup({
  name: 'requests',
  describe: 'Show or export requests; logs lists them',
  commands: [show, exportRequests],
  instead: 'requests show 12',
  examples: [
    ['requests show 12', 'with body, reply and change'],
    ['requests export --har run.har', "for a browser's network panel"],
  ],
});
