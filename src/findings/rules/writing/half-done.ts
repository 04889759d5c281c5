import {copyOf} from '../../../exchanges/journal/kept-exchange.js';
import {refusalIn} from '../../../exchanges/request-log.js';
import {BoundedMap} from '../../../store/caching.js';
import {replyId} from '../../fields/reply-body.js';
import type {Occurrence} from '../../finding.js';
import {occurrenceOf} from '../../rewrite.js';
import {example, type FindingRule, post} from '../../rule.js';
import {donorExample, giftExample} from '../example-requests.js';

/** The writes to a constituent that was created in this session. */
interface Created {
  written: boolean;
  refused?: {readonly place: Occurrence; readonly status: number; readonly reason: string};
}

const remember = (): BoundedMap<number, Created> => new BoundedMap(500);

export const halfDone: FindingRule = {
  id: 'half-done',
  axis: 'writing',
  level: 'warn',
  what: 'A client creates a constituent, and the service rejects the only write to it that follows.',
  why: 'A donor without the gift remains. The next attempt creates another one.',
  turnOff: 'If a test expects the second write to be rejected; suppress only that one.',
  bad: example(
    '/api/v1/constituents/search?q[]=eaddr=ann@example.org',
    donorExample,
    post('/api/v1/constituents/959450/gifts', {gift_type_name: 'Gift', received_amount: 'fifty', external_id: 'web-1'}),
  ),
  good: example('/api/v1/constituents/search?q[]=eaddr=ann@example.org', donorExample, {
    ...giftExample(),
    path: '/api/v1/constituents/959450/gifts',
  }),
  reads: operation =>
    operation !== undefined && operation.method !== 'GET' && operation.path.startsWith('/api/v1/constituents'),
  inspect: (exchange, session) => {
    const created = session.memory(remember);
    const {operation, status, params} = exchange;
    if (operation!.id === 'createConstituent') {
      const id = replyId(exchange);
      if (status === 200 && typeof id === 'number') {
        created.set(id, {written: false});
      }
      return undefined;
    }
    const one = created.get(Number(params['constituent_id'] ?? params['id']));
    if (one !== undefined && status === 200) {
      one.written = true;
    } else if (one !== undefined && status < 500 && status !== 429) {
      one.refused ??= {place: occurrenceOf(exchange), status, reason: copyOf(refusalIn(exchange) ?? '', 200)};
    }
    return undefined;
  },
  atEnd: session => {
    const followed = [...session.memory(remember)].filter(([, {written, refused}]) => written || refused !== undefined);
    return followed.length === 0
      ? undefined
      : followed
          .filter(([, {written}]) => !written)
          .map(([id, {refused}]) => ({
            where: '',
            at: refused!.place,
            message: `rejected with ${refused!.status}: constituent ${id} was created for it, and remains without it`,
            fix: `Correct the rejected request (${refused!.reason}) and send it again for ${id}, or delete ${id}.`,
          }));
  },
};
