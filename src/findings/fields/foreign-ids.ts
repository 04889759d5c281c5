import type {FullExchange} from '../../exchanges/exchange.js';
import type {Reference} from '../../operations/kinds/references.js';
import type {Session} from '../session.js';
import {referencesAt} from './references.js';
import {fieldsOf} from './reply-body.js';

/** Kinds whose ids are the same in every account, or that are no lookups. */
const common = new Set(['gift_types', 'constituents', 'gifts']);

/** An id in a body that never occurred in a response to this account. */
export interface ForeignId {
  readonly field: string;
  readonly id: number;
  readonly reference: Reference;
}

function wasHeld(field: string, id: number, {replies}: Session): boolean {
  const texts = [`"id":${id},`, `"${field}":${id},`, `"${field}":${id}}`];
  return replies.some(reply => texts.some(text => reply.includes(text)));
}

/**
 * The lookup ids in a body that the client cannot have from this account.
 * @returns undefined if there is no id to check, or older responses were evicted
 */
export function foreignIds(exchange: FullExchange, session: Session): readonly ForeignId[] | undefined {
  const fields = fieldsOf(exchange.body);
  const named = referencesAt(exchange.operation!, [], session).flatMap(reference => {
    const id = fields[reference.id];
    return typeof id === 'number' && id > 0 && !common.has(reference.to) ? [{field: reference.id, id, reference}] : [];
  });
  if (named.length === 0) {
    return undefined;
  }
  const foreign = named.filter(({field, id}) => !wasHeld(field, id, session));
  return foreign.length > 0 && !session.replies.isWhole ? undefined : foreign;
}
