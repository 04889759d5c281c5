import type {FullExchange} from '../../../exchanges/exchange.js';
import {isMissing} from '../../../schema/items.js';
import {ignoredFields} from '../../fields/ignored-fields.js';
import {fieldsOf} from '../../fields/reply-body.js';
import {example, exampleWith, type FindingRule, fine} from '../../rule.js';
import type {Session} from '../../session.js';
import {noteExample} from '../example-requests.js';
import {isWrapper} from './unknown-body-field.js';

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
  level: 'warn',
  what: 'A body that creates a record lacks a field that the documentation calls required. The request is rejected; with `--assume required_fields=observed` it is accepted, and this is an info.',
  why: 'The service accepts it today and may reject it tomorrow, because its contract says so.',
  turnOff: 'If the client has no such value.',
  bad: example(noteExample({original_date: undefined})),
  good: exampleWith({options: {assume: 'observed'}, flags: '--assume observed'}, noteExample()),
  reads: operation => operation?.method === 'POST' && operation.body !== undefined,
  inspect: (exchange, session) => {
    const {status, issues} = exchange;
    if (status === 200 && session.settings.assume.required_fields !== 'observed') {
      return undefined;
    }
    if (ignoredFields(exchange, 'unknown-body-field').some(isWrapper)) {
      return undefined; // another rule reports it
    }
    const refused = issues.refused.filter(
      ({in: part, message, path}) => part === 'body' && path.length === 1 && message.startsWith('is required'),
    );
    const optional = leftOut(exchange, session);
    const missing =
      status === 200
        ? optional
        : refused.map(({path}) => optional.find(one => one.split(' ', 1)[0] === path[0]) ?? String(path[0]));
    const [first] = missing;
    if (first === undefined) {
      return fine;
    }
    const names = missing.join(', ');
    const place = {where: `/${first.split(' ', 1)[0]}`, nearest: names, fix: `Send ${names}.`};
    if (status === 200) {
      return {...place, level: 'info', message: `was accepted without ${names}, which the contract calls required`};
    }
    const hint = '; the service has been seen to accept it without: --assume required_fields=observed';
    const isOptional = missing.every(name => optional.includes(name));
    return {...place, message: `${names}: documented as required${isOptional ? hint : ''}`};
  },
};
