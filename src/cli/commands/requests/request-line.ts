import type {ListedRequest} from '../../../admin/requests/list.js';
import {printable} from '../../../exchanges/printable.js';
import {exchangeLine} from '../../output/exchange-line.js';

/** Describes a request on one line, with the reason if it was rejected. */
export function requestLine(request: ListedRequest): string {
  const {seq, operation, changed, caller, mark, refusal, nearest} = request;
  const parts = [
    exchangeLine({...request, number: seq, operation: operation ?? undefined}),
    ...(changed ? ['changed'] : []),
    ...(caller === null ? [] : [caller]),
    ...(mark === null ? [] : [`[${mark}]`]),
    ...(refusal === null ? [] : [`- ${refusal}`]),
    ...(nearest ? [`(did you mean ${nearest}?)`] : []),
  ];
  return parts.map(printable).join('  ');
}
