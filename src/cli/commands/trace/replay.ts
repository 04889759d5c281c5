import {printable} from '../../../exchanges/printable.js';
import type {TracedEvent} from '../../../exchanges/trace/format.js';
import type {Deviation, Replayed} from '../../../sandbox/trace/replay.js';
import {jsonOption} from '../../client/connection.js';
import {command} from '../../command.js';
import {exitCodes} from '../../exit-codes.js';
import {path} from '../../options/values.js';
import {exchangeLine} from '../../output/exchange-line.js';
import {differenceLines, jsonIn} from '../../output/json-difference.js';
import {answer, printError} from '../../output/output.js';
import {fileOption, withTrace} from './trace-file.js';

export const replay = command({
  usage: 'trace replay <file>',
  describe: 'Run the requests of a trace again against a fresh sandbox, and tell the first other answer',
  options: {
    file: fileOption,
    from: {describe: 'The snapshot file that the sandbox started from, where it was moved', only: 'flag', read: path},
    ...jsonOption,
  },
  examples: [['trace replay run.trace.gz', 'exit code 5 where an answer is another one']],
  run: async ({file = '', from, json}) => {
    const {replay: run} = await import('../../../sandbox/trace/replay.js');
    const replayed = await withTrace(file, trace => run(trace, from));
    answer(json, replayed, told(replayed));
    if (replayed.deviation !== undefined) {
      process.exitCode = exitCodes.verification;
    } else if (replayed.isFull) {
      printError('The trace had reached its bound: more happened than it holds');
    }
  },
});

function told({equal, skipped, deviation}: Replayed): string {
  const left = skipped === 0 ? '' : `; ${skipped} were not sent again, because their bodies were never read`;
  return deviation === undefined
    ? `${equal} requests were answered as they had been${left}`
    : [
        `${equal} requests were answered as they had been; number ${deviation.event.n} was not:`,
        ...lines(deviation),
      ].join('\n');
}

const lines = ({event, of, traced, replayed}: Deviation): string[] => [
  lineOf(event),
  `The ${of} differ${of === 'changes' ? '' : 's'}:`,
  ...differenceLines(jsonIn(traced), jsonIn(replayed)).map(line => `  ${line}`),
];

const lineOf = (event: TracedEvent): string =>
  event.type === 'request' ? exchangeLine({number: event.n, ...event}) : printable(`${event.n}  ${event.operation}`);
