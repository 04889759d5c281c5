import type {FullExchange} from '../../../exchanges/exchange.js';
import {isMissing} from '../../../schema/items.js';
import {fieldsOf} from '../../fields/reply-body.js';
import {type FindingRule, fine, post} from '../../rule.js';
import type {Session} from '../../session.js';

/** The fields that the contract requires and the body lacks; `a or b` if either suffices. */
function leftOut({operation, body}: FullExchange, {catalog}: Session): readonly string[] {
  const fields = fieldsOf(body);
  const kind = catalog.byName.get(operation!.path.split('/').at(-1)!);
  const references = (kind?.references ?? []).filter(
    ({whereNotRequired, id, name}) =>
      whereNotRequired !== undefined && [id, name].every(field => field === undefined || isMissing(fields[field])),
  );
  return [
    ...(operation!.requiredByContract ?? []).filter(name => isMissing(fields[name])),
    ...references.map(({id, name}) => [id, name].filter(field => field !== undefined).join(' or ')),
  ];
}

export const requiredLeftOut: FindingRule = {
  id: 'required-left-out',
  axis: 'bodies',
  level: 'info',
  what: 'A record is created without a field that the contract calls required, where the sandbox was told to take it so: `--assume required_fields=observed`.',
  why: 'The service takes it today, and may refuse it tomorrow, because its contract says so.',
  turnOff: 'Where a client has no such value to send.',
  bad: {
    requests: [post('/api/v1/constituents/959400/notes', {text: 'Called'})],
    options: {assume: 'observed'},
    flags: '--assume observed',
  },
  good: {
    requests: [post('/api/v1/constituents/959400/notes', {text: 'Called', original_date: '2026-01-01'})],
    options: {assume: 'observed'},
    flags: '--assume observed',
  },
  only: 'accepted',
  reads: operation => operation?.method === 'POST' && operation.body !== undefined,
  inspect: (exchange, session) => {
    if (session.settings.assume.required_fields !== 'observed') {
      return undefined;
    }
    const missing = leftOut(exchange, session);
    return missing.length === 0
      ? fine
      : {
          where: `/${missing[0]!.split(' ', 1)[0]}`,
          nearest: missing.join(', '),
          message: `was taken without ${missing.join(', ')}, which the contract calls required`,
          fix: `Send ${missing.join(', ')}.`,
        };
  },
};
