import {printable} from '../../../exchanges/printable.js';
import type {TracedEvent} from '../../../exchanges/trace/format.js';
import {path} from '../../../sandbox/options/values.js';
import type {Replayed} from '../../../sandbox/trace/replay.js';
import {parsedJson} from '../../../schema/formats.js';
import {isObject} from '../../../schema/items.js';
import {jsonOption} from '../../client/connection.js';
import {command} from '../../command.js';
import {exitCodes} from '../../command-error.js';
import {exchangeLine} from '../../output/exchange-line.js';
import {shortened} from '../../output/format.js';
import {printError} from '../../output/output.js';
import {fileOption, withTrace} from './trace-file.js';

export const replay = command({
  usage: 'trace replay <file>',
  describe: 'Send the requests of a trace to a new sandbox, and show the first different response',
  options: {
    file: fileOption,
    from: {describe: 'Snapshot or account file that the sandbox started from, if it was moved', read: path},
    ...jsonOption,
  },
  examples: [['trace replay run.trace.gz', 'exits with 5 if a response differs']],
  run: async ({file = '', from}) => {
    const {replay: run} = await import('../../../sandbox/trace/replay.js');
    const replayed = await withTrace(file, trace => run(trace, from));
    if (replayed.deviation !== undefined) {
      process.exitCode = exitCodes.verification;
    } else if (replayed.isFull) {
      printError('The trace reached its size limit: it does not contain all events');
    }
    return [replayed, textOf(replayed)];
  },
});

function textOf({equal, skipped, deviation}: Replayed): string {
  const same = `${equal} ${equal === 1 ? 'response matches' : 'responses match'} the trace`;
  if (deviation === undefined) {
    return `${same}${skipped === 0 ? '' : `; ${skipped} not sent, because the trace lacks their bodies`}`;
  }
  const {event, of, traced, replayed} = deviation;
  return [
    `${same}; number ${event.n} does not:`,
    lineOf(event),
    `The ${of} differ${of === 'changes' ? '' : 's'}:`,
    ...differenceLines(parsed(traced), parsed(replayed)).map(line => `  ${line}`),
  ].join('\n');
}

const lineOf = (event: TracedEvent): string =>
  event.type === 'request' ? exchangeLine(event.n, event) : printable(`${event.n}  ${event.operation}`);

const maxPlaces = 10;

/**
 * Lists the differences of two JSON values, one per line: `gifts[0].amount: "50.00" became "51.00"`. Values are
 * formatted as JSON, truncated if they are long.
 */
function differenceLines(one: unknown, other: unknown): string[] {
  const places = [...differing('', one, other)];
  const lines = places
    .slice(0, maxPlaces)
    .map(([path, before, after]) => `${printable(path)}: ${shown(before)} became ${shown(after)}`);
  return places.length > maxPlaces ? [...lines, `and ${places.length - maxPlaces} more`] : lines;
}

function* differing(path: string, one: unknown, other: unknown): Generator<[string, unknown, unknown]> {
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let index = 0; index < Math.max(one.length, other.length); index++) {
      yield* differing(`${path}[${index}]`, one[index], other[index]);
    }
  } else if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      yield* differing(path === '' ? name : `${path}.${name}`, one[name], other[name]);
    }
  } else if (!Object.is(one, other)) {
    yield [path === '' ? 'all of it' : path, one, other];
  }
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return printable(shortened(text, 200, '...'));
}

export const parsed = (value: unknown): unknown => (typeof value === 'string' ? parsedJson(value, value) : value);
