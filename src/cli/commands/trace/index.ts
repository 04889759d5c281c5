import {Readable} from 'node:stream';
import type {TraceHead} from '../../../exchanges/trace/format.js';
import type {TraceReading} from '../../../exchanges/trace/read-trace.js';
import {GzipMembers} from '../../../exchanges/trace/trace-recorder.js';
import {commandGroup, sandboxCommand} from '../../command.js';
import {writeStream} from '../../output/write-file.js';
import {diff} from './diff.js';
import {open} from './open.js';
import {replay} from './replay.js';
import {show} from './show.js';
import {fileOption, withTrace} from './trace-file.js';

const save = sandboxCommand({
  usage: 'trace save <file>',
  describe: 'Write a trace of the requests that a running sandbox keeps',
  options: {file: fileOption},
  examples: [['trace save run.trace.gz', 'then: crm-sandbox trace show run.trace.gz']],
  run: async (client, {file = ''}) => {
    const lines = await client.open('GET', '/trace');
    await writeStream(file, Readable.from(gzipped(lines.setEncoding('utf8')), {objectMode: false}), 'trace');
    const {events, missing} = await withTrace(file, counted);
    return [{file, events, ...(missing && {missing})}, `${file} holds ${events} events${lost(missing)}`];
  },
});

function lost({requests = 0, controls = 0}: TraceHead['missing'] = {}): string {
  return requests + controls === 0
    ? ''
    : `; ${requests} requests and ${controls} changes of the sandbox itself are not known any more, so that it cannot be replayed`;
}

async function* gzipped(lines: AsyncIterable<string>): AsyncGenerator<Buffer, void> {
  const members: Buffer[] = [];
  const gzip = new GzipMembers(member => members.push(member));
  for await (const text of lines) {
    gzip.add(text);
    yield* members.splice(0);
  }
  gzip.flush();
  yield* members;
}

/** Reads the saved trace to the end, which also validates it. */
async function counted({head, events}: TraceReading): Promise<{events: number; missing: TraceHead['missing']}> {
  let count = 0;
  for await (const _event of events) {
    count += 1;
  }
  return {events: count, missing: head.missing};
}

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
