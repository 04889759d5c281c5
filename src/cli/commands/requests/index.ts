import {commandGroup} from '../../command-group.js';
import {exportRequests} from './export.js';
import {replay} from './replay.js';
import {show} from './show.js';

/** `crm-sandbox requests show 12` and others; `logs` lists requests. */
export const requests = commandGroup({
  name: 'requests',
  describe: 'Show, replay or export requests; logs lists them',
  commands: [show, replay, exportRequests],
  instead: 'requests show 12',
  examples: [
    ['requests show 12', 'with body, reply and change'],
    ['requests replay 12 --fork', 'once more, on a copy of the account'],
    ['requests export --har run.har', "for a browser's network panel"],
  ],
});
