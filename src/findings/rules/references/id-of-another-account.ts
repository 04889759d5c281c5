import type {FullExchange} from '../../../exchanges/exchange.js';
import {pointerOf} from '../../fields/json-pointer.js';
import {type ForeignId, foreignIds, isRefused, listOf, lookupOf, namesAt} from '../../fields/references.js';
import {fieldsOf, rowsOf} from '../../fields/reply-body.js';
import type {Level} from '../../finding.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';
import {giftExample} from '../example-requests.js';

/** The ids already reported: the first has the level info, later ones warn. Beyond `maxIds`, ids are not stored. */
const remember = (): Set<string> => new Set();

const maxIds = 200;

/** The effect of the id: unknown, overruled by the name next to it, or an existing record's. */
function fate({field, reference}: ForeignId, exchange: FullExchange): 'nothing' | 'other' | 'some' {
  if (isRefused(field, exchange)) {
    return 'nothing';
  }
  const isNamed = String(fieldsOf(exchange.body)[reference.name ?? ''] ?? '').trim() !== '';
  const isOther = exchange.issues.ignored.some(({path, code}) => code === 'overruled' && path[0] === reference.name);
  return isNamed && isOther ? 'other' : 'some';
}

const texts = {
  nothing: 'there is no record with that id in this account',
  other: 'in this account that id is another record than the name beside it',
  some: 'no reply ever held that id',
};

export const idOfAnotherAccount: FindingRule = {
  id: 'id-of-another-account',
  axis: 'references',
  level: 'warn',
  what: 'A body has the id of a lookup that no response to this key contained. An error if no record has the id, or if its record has another name than the body says.',
  why: 'Ids differ between accounts: the id of Check in one is that of Stock in another, and the service accepts both.',
  turnOff: 'If the ids come from a configuration for each account.',
  bad: example(giftExample({fund_id: 2396, payment_type_id: 1508})),
  good: example('/api/v1/payment_types', giftExample({payment_type_id: 1508})),
  falseAlarms: [
    {
      what: 'An id from a configuration: the first one of a session is only an info.',
      example: example(giftExample({fund_id: 2396})),
    },
  ],
  reads: operation => operation?.body !== undefined,
  inspect: (exchange, session) => {
    const {status} = exchange;
    const foreign = status === 200 || status === 422 ? foreignIds(exchange, session) : undefined;
    if (foreign === undefined) {
      return undefined;
    }
    const known = session.memory(remember);
    return foreign.flatMap((one): Mistake[] => {
      const became = fate(one, exchange);
      if (status !== 200 && became !== 'nothing') {
        return [];
      }
      const isIgnored = exchange.issues.ignored.some(({code, path}) => code === 'unknown-id' && path[0] === one.field);
      return isIgnored ? [] : [mistakeOf(one, became, levelOf(one, became, known), exchange, session)];
    });
  },
};

function levelOf({field, id}: ForeignId, became: ReturnType<typeof fate>, known: Set<string>): Level {
  const key = `${field} ${id}`;
  const isFirst = known.size === 0 || known.values().next().value === key;
  if (known.size < maxIds) {
    known.add(key);
  }
  return became === 'some' ? (isFirst ? 'info' : 'warn') : 'error';
}

function mistakeOf(
  {field, id, reference}: ForeignId,
  became: ReturnType<typeof fate>,
  level: Level,
  exchange: FullExchange,
  session: Session,
): Mistake {
  const {name = '', to} = reference;
  const path = listOf(to, session);
  const sent = fieldsOf(exchange.body)[name];
  const row = rowsOf(exchange.before, to).find(one => sent !== undefined && lookupOf(one, reference) === sent);
  const meant = row === undefined || became === 'some' ? undefined : `${row.id} is ${shown(sent)}`;
  const names = path === undefined ? namesAt([name], exchange, session).join(', ') : '';
  const advice = path === undefined ? `send ${name}: ${names}` : `ids differ by account, look it up in ${path}`;
  return {
    level,
    where: pointerOf([field]),
    got: String(id),
    nearest: meant ?? (path === undefined ? name : `GET ${path}`),
    message: `${field} ${id}: ${texts[became]}; ${meant ?? advice}`,
    fix:
      path === undefined
        ? `Send ${name}.`
        : `Look the id up by name in GET ${path}${name === '' ? '' : `, or send ${name}`}.`,
    ...(meant === undefined && path !== undefined && {request: () => ({method: 'GET', path})}),
  };
}
