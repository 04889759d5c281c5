import {commandGroup} from '../../command.js';
import {diff} from './diff.js';
import {open} from './open.js';
import {replay} from './replay.js';
import {save} from './save.js';
import {show} from './show.js';

export const trace = commandGroup({
  name: 'trace',
  describe: 'Save, show, open, replay and compare the requests of a run',
  commands: [save, show, open, replay, diff],
  instead: 'trace show run.trace.gz',
  examples: [
    ['trace show run.trace.gz', 'a line for each request'],
    ['trace replay run.trace.gz', 'send all requests again'],
    ['trace diff main.trace.gz branch.trace.gz', 'compare two runs'],
  ],
  epilogue: 'crm-sandbox exec --trace on -- npm test writes a trace of the whole run.',
});
