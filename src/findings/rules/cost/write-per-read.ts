import type {Occurrence} from '../../finding.js';
import {occurrenceOf, plural} from '../../rewrite.js';
import {example, type FindingRule, post} from '../../rule.js';

/** Fewer are not a pattern. */
const few = 3;

interface Seen {
  first?: Occurrence;
  reads: number;
  followed: number;
  /** The record of the previous read; any other request clears it. */
  open?: string | undefined;
}

const remember = (): Seen => ({reads: 0, followed: 0});

export const writePerRead: FindingRule = {
  id: 'write-per-read',
  axis: 'cost',
  level: 'info',
  what: 'A client sends a POST under each record whose details it reads, three times or more.',
  why: 'Each read costs a write: two requests instead of one, and a history full of them.',
  turnOff: 'If the client records on purpose who read what.',
  bad: example(
    ...[959400, 959401, 959404].flatMap(id => [
      `/api/v1/constituents/${id}`,
      post(`/api/v1/constituents/${id}/notes`, {text: 'Read', original_date: '2026-01-01'}),
    ]),
  ),
  good: example(
    '/api/v1/constituents/959400',
    '/api/v1/constituents/959401',
    '/api/v1/constituents/959404',
    post('/api/v1/constituents/959404/notes', {text: 'Called', original_date: '2026-01-01'}),
  ),
  falseAlarms: [{what: 'Audit trails.', undecided: 'An intended audit trail looks the same, so this is only an info.'}],
  reads: operation =>
    operation?.id === 'showConstituent' ||
    (operation?.method === 'POST' && operation.path.startsWith('/api/v1/constituents/{')),
  inspect: (exchange, session) => {
    const memory = session.memory(remember);
    const {operation, params, status} = exchange;
    if (operation!.method === 'GET') {
      memory.first ??= occurrenceOf(exchange);
      memory.reads += 1;
      memory.open = params['id'];
    } else if (status === 200 && memory.open !== undefined && memory.open === params['constituent_id']) {
      memory.followed += 1;
      memory.open = undefined;
    }
    return undefined;
  },
  atEnd: session => {
    const {first, reads, followed} = session.memory(remember);
    if (first === undefined || reads < few) {
      return undefined;
    }
    return followed < reads
      ? []
      : {
          where: '',
          at: first,
          message: `each of ${plural(reads, 'read')} was followed by a write: ${plural(reads * 2, 'request')} instead of ${reads}`,
          fix: 'Write once at the end, or not at all.',
        };
  },
};
