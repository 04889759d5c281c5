import type {ListedRequest} from '../../../admin/requests/list.js';
import {printable} from '../../../exchanges/printable.js';
import {flag, integerBetween, text, word} from '../../../sandbox/options/values.js';
import type {OptionTable} from '../../options/option-table.js';
import {brokenText, exchangeLine, faultText} from '../../output/exchange-line.js';

/** Filters for requests; the sandbox validates them. */
export const filterTable = {
  operation: {
    describe: 'Only of this operation; createGift stands for createGiftOfConstituent',
    read: word('the id of an operation'),
  },
  method: {describe: 'Only with this method', read: word('a method such as POST')},
  status: {describe: 'Only with this status: 404, or 4xx', read: word('a status such as 404 or 4xx')},
  path: {
    describe: 'Only with this path: /api/v1/gifts/7, "/api/v1/gifts*" or /api/v1/gifts/{id}',
    read: word('a path such as /api/v1/gifts/7'),
  },
  caller: {
    describe: 'Only with this place in the call chain of the client: src/sync.ts, or src/sync.ts:42',
    read: word('a place such as src/sync.ts:42'),
  },
  changed: {describe: 'Only those that changed something', read: flag()},
  record: {
    describe: 'Only those that created, changed or deleted this record: gifts/895607',
    read: word('a kind of record and an id, such as gifts/7'),
  },
  text: {describe: 'Only with this in the URL, the body or the reply', read: text('a text')},
  mark: {describe: 'Only with this mark', read: text('a text')},
  fault: {
    describe: 'Only those that this was done to: a kind of fault, or the id of its rule',
    read: text('a kind of fault, or the id of a rule'),
  },
  unmatched: {describe: 'Only those that no operation fits', read: flag()},
  since: {describe: 'Only those behind this number', read: integerBetween(0, Number.MAX_SAFE_INTEGER)},
} as const satisfies OptionTable;

export const limitOption = {limit: {describe: 'At most so many: the latest', read: integerBetween(1, 100_000)}};

const names = [...Object.keys(filterTable), ...Object.keys(limitOption)];

export const queryOf = (options: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(names.map(name => [name, options[name] as string | number | boolean | undefined]));

/** Describes a request on one line, with the injected fault and the reason if it was rejected. */
export function requestLine(request: ListedRequest): string {
  const {seq, changed, caller, mark, refusal, nearest, fault, findings} = request;
  const parts = [
    exchangeLine(seq, request),
    ...(changed ? ['changed'] : []),
    ...(caller === null ? [] : [caller]),
    ...(mark === null ? [] : [`[${mark}]`]),
    ...(refusal === null ? [] : [`- ${refusal}`]),
    ...(nearest && !refusal?.includes(nearest) ? [`(did you mean ${nearest}?)`] : []),
    ...(fault === null ? [] : [`- ${faultText(fault)}`]),
    ...(findings.length === 0 ? [] : [brokenText(findings)]),
  ];
  return parts.map(printable).join('  ');
}
