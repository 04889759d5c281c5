import type {ListedRequest} from '../../../admin/requests/list.js';
import {overlapText} from '../../../exchanges/journal/marks.js';
import {printable} from '../../../exchanges/printable.js';
import {offerOperations} from '../../../sandbox/options/faults.js';
import {inGroup} from '../../../sandbox/options/option.js';
import {flag, integerBetween, text, word} from '../../../sandbox/options/values.js';
import {brokenText, exchangeLine, faultText, overrideText} from '../../output/exchange-line.js';

/** Methods for the completion; the sandbox supports others as well. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Filters for requests; the sandbox validates them. */
export const filterTable = inGroup('Filters', {
  operation: {
    describe: 'With this operation; createGift includes createGiftOfConstituent',
    read: word('the id of an operation', 'operation', offerOperations),
  },
  method: {describe: 'With this method', read: word('a method such as POST', 'method', () => methods)},
  status: {describe: 'With this status: 404, or 4xx', read: word('a status such as 404 or 4xx', 'status')},
  path: {
    describe: 'With this path: /api/v1/gifts/7, /api/v1/gifts/{id} or "/api/v1/gifts*"',
    read: word('a path such as /api/v1/gifts/7', 'path'),
  },
  caller: {
    describe: 'With this place in the call chain: src/sync.ts, or src/sync.ts:42',
    read: word('a place such as src/sync.ts:42', 'place'),
  },
  changed: {describe: 'With changed data', read: flag()},
  record: {
    describe: 'With a change of this record: gifts/895607',
    read: word('a kind of record and an id, such as gifts/7', 'record'),
  },
  text: {describe: 'With this text in the URL, the body or the response', read: text('a text')},
  mark: {describe: 'With this mark', read: text('a text')},
  unassigned: {describe: 'With several active marks', read: flag()},
  fault: {
    describe: 'With this injected fault: a kind, or the id of a rule',
    read: text('a kind of fault, or the id of a rule'),
  },
  unmatched: {describe: 'With a path or method that no operation has', read: flag()},
  since: {describe: 'With a greater number', read: integerBetween(0, Number.MAX_SAFE_INTEGER)},
});

export const limitOption = {limit: {describe: 'Number of requests: the latest', read: integerBetween(1, 100_000)}};

export const queryOf = (options: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys({...filterTable, ...limitOption}).map(name => [
      name,
      options[name] as string | number | boolean | undefined,
    ]),
  );

/** Formats a request on one line, with the injected fault and the reason if it was rejected. */
export function requestLine(request: ListedRequest): string {
  const {seq, changed, caller, mark, unassigned, refusal, nearest, fault, overrides, findings} = request;
  const parts = [
    exchangeLine(seq, request),
    ...(changed ? ['changed'] : []),
    ...(caller === null ? [] : [caller]),
    ...(mark === null ? [] : [`[${mark}]`]),
    ...(unassigned === null ? [] : [`[${overlapText(unassigned)}]`]),
    ...(refusal === null ? [] : [`- ${refusal}`]),
    ...(nearest && !refusal?.includes(nearest) ? [`(did you mean ${nearest}?)`] : []),
    ...(fault === null ? [] : [`- ${faultText(fault)}`]),
    ...(overrides.length === 0 ? [] : [`- ${overrideText(overrides)}`]),
    ...(findings.length === 0 ? [] : [brokenText(findings)]),
  ];
  return parts.map(printable).join('  ');
}
