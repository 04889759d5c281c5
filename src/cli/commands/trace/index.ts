import type {CommandModule} from 'yargs';
import {UsageError} from '../../options/values.js';
import {open} from './open.js';
import {replay} from './replay.js';
import {save} from './save.js';
import {show} from './show.js';

const example = 'Name what to do, such as: crm-sandbox trace show run.trace.gz';

/** `crm-sandbox trace show run.trace.gz`, and the others. */
export const trace: CommandModule = {
  command: 'trace',
  describe: 'Save, show, open and replay what a sandbox was asked',
  builder: yargs =>
    yargs
      .usage('$0 trace <command>\n\nSave, show, open and replay what a sandbox was asked')
      .command([save, show, open, replay] as unknown as CommandModule)
      .demandCommand(1, example)
      .example('$0 trace show run.trace.gz', 'a line for each request')
      .example('$0 trace replay run.trace.gz', 'asks all of it again')
      .epilogue('crm-sandbox exec --trace on -- npm test writes one of a whole run.'),
  handler: () => {
    throw new UsageError(example);
  },
};
