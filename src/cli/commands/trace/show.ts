import {printable} from '../../../exchanges/printable.js';
import type {TracedEvent, TracedRequest} from '../../../exchanges/trace/format.js';
import {operationIds} from '../../../sandbox/options/faults.js';
import {integerBetween, UsageError, word} from '../../../sandbox/options/values.js';
import {jsonOption} from '../../client/connection.js';
import {command} from '../../command.js';
import {CommandError} from '../../command-error.js';
import type {OptionTable, Values} from '../../options/option-table.js';
import {exchangeLine} from '../../output/exchange-line.js';
import {shortened} from '../../output/format.js';
import {print as printLines} from '../../output/output.js';
import {filterTable as requestFilters} from '../requests/filters.js';
import {parsed} from './replay.js';
import {fileOption, withTrace} from './trace-file.js';

/** Filters for traced events. Admin operations appear only if no filter is set. */
const filterTable = {
  operation: requestFilters.operation,
  status: requestFilters.status,
  method: requestFilters.method,
  account: {group: 'Filters', describe: 'With this account', read: word('the name of an account', 'name')},
  changed: requestFilters.changed,
} as const satisfies OptionTable;

type Filters = Values<typeof filterTable>;

export const show = command({
  usage: 'trace show <file> [number]',
  describe: 'List the requests of a trace, or show one in full',
  options: {
    file: fileOption,
    number: {
      describe: 'Number of the request to show in full',
      read: integerBetween(1, Number.MAX_SAFE_INTEGER),
    },
    ...filterTable,
    json: {...jsonOption.json, describe: 'Print each request as one line of JSON'},
  },
  examples: [
    ['trace show run.trace.gz', 'a line for each request'],
    ['trace show run.trace.gz --status 4xx', 'rejected requests'],
    ['trace show run.trace.gz 12', 'one request, with body and response'],
  ],
  run: async ({file = '', number, json, ...filters}) => {
    const isMeant = await filterOf(filters);
    const textOf = json ? JSON.stringify : number === undefined ? lineOf : wholeOf;
    await withTrace(file, async ({events}) => {
      for await (const event of events) {
        if (number === undefined ? isMeant(event) : event.n === number) {
          await print(textOf(event));
        }
        if (event.n === number) {
          return;
        }
      }
      if (number !== undefined) {
        throw new CommandError(`The trace has no number ${number}; crm-sandbox trace show lists what it has`);
      }
    });
  },
});

/** A closed pipe is not an error; a slow reader delays this. */
const print = (line: string) => new Promise<void>(resolve => printLines(line, resolve));

function lineOf(event: TracedEvent): string {
  if (event.type === 'request') {
    return exchangeLine(event.n, event);
  }
  const {n, at, account, operation, params, body} = event;
  const texts = [...Object.values(params ?? {}), ...(body === undefined ? [] : [JSON.stringify(body)])];
  const shown = texts.map(text => shortened(text, 100, '...'));
  return [String(n), at, account, '_sandbox', operation, ...shown].map(printable).join('  ');
}

function wholeOf(event: TracedEvent): string {
  const whole = event.type === 'request' ? partsOf(event) : {body: event.body ?? event.text};
  const shown = Object.entries(whole)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => `${name}:\n${JSON.stringify(parsed(part), undefined, 2)}`);
  return [lineOf(event), ...shown].join('\n');
}

const parts = ['headers', 'body', 'base64', 'fault', 'reply', 'changes'] as const;

const partsOf = (request: TracedRequest) => Object.fromEntries(parts.map(part => [part, request[part]]));

/** @throws UsageError if a filter cannot match anything */
async function filterOf(filters: Filters): Promise<(event: TracedEvent) => boolean> {
  const {status, method, account, changed} = filters;
  if (status !== undefined && !/^[1-5](?:\d\d|xx)$/i.test(status)) {
    throw new UsageError(`--status must be a status such as 404 or 4xx, got ${JSON.stringify(status)}`);
  }
  const operation = filters.operation === undefined ? undefined : await operationOf(filters.operation);
  const start = status?.replace(/xx$/i, '');
  const isMeant = (request: TracedRequest) =>
    (operation === undefined || request.operation === operation) &&
    (start === undefined || `${request.status}`.startsWith(start)) &&
    (method === undefined || request.method === method.toUpperCase()) &&
    (!changed || request.changes !== undefined);
  const isAny = operation === undefined && start === undefined && method === undefined && !changed;
  return event =>
    (account === undefined || event.account === account) && (event.type === 'control' ? isAny : isMeant(event));
}

async function operationOf(name: string): Promise<string> {
  const {operationIdOf} = await import('../../../exchanges/pattern.js');
  const ids = await operationIds();
  try {
    return operationIdOf(name, ids, '--operation');
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
