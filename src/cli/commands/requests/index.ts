import type {CommandModule} from 'yargs';
import {UsageError} from '../../options/values.js';
import {exportRequests} from './export.js';
import {replay} from './replay.js';
import {show} from './show.js';

const example = 'Name what to do, such as: crm-sandbox requests show 12';

/** `crm-sandbox requests show 12`, and the others; `logs` lists them. */
export const requests: CommandModule = {
  command: 'requests',
  describe: 'Show, replay or export requests; logs lists them',
  builder: yargs =>
    yargs
      .usage('$0 requests <command>\n\nShow, replay or export requests; logs lists them')
      .command([show, replay, exportRequests] as unknown as CommandModule)
      .demandCommand(1, example)
      .example('$0 requests show 12', 'with body, reply and change')
      .example('$0 requests replay 12 --fork', 'once more, on a copy of the account')
      .example('$0 requests export --har run.har', "for a browser's network panel"),
  handler: () => {
    throw new UsageError(example);
  },
};
