import type {FullExchange} from '../../../exchanges/exchange.js';
import {type Path, pointerOf, valueAt} from '../../fields/json-pointer.js';
import {readDate} from '../../fields/read-date.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import {decodedAgain, termValue} from '../../terms.js';
import {giftExample} from '../example-requests.js';
import {acceptedValue} from '../searches/term-values.js';

const isAboutDate = /^must be (?:a date|a moment|key\|YYYY)\b/;

function mistakeOf(path: Path, isQuery: boolean, exchange: FullExchange): Mistake | undefined {
  const name = String(path.at(-1));
  const value = isQuery ? termValue(exchange, name) : valueAt(exchange.body, path);
  const spec = isQuery ? exchange.operation!.search?.terms.find(term => term.name === name) : undefined;
  const day = spec === undefined ? readDate(value) : acceptedValue(spec, String(value), exchange.before);
  if (day === undefined || day === value || (isQuery && decodedAgain(String(value)) !== undefined)) {
    return undefined;
  }
  return {
    where: isQuery ? `q[] ${name}` : pointerOf(path),
    got: shown(value),
    nearest: day,
    message: `"${shown(value)}" is not a date that the service accepts; did you mean "${day}"?`,
    fix: `Send ${spec?.value.accepts ?? 'dates as YYYY-MM-DD'}.`,
  };
}

export const wrongDateFormat: FindingRule = {
  id: 'wrong-date-format',
  axis: 'bodies',
  level: 'error',
  what: 'A body or a term has a date in a format that the service does not accept.',
  why: 'The service rejects the whole request. A client may treat a rejected search as "nothing found".',
  turnOff: 'If a test sends wrong dates on purpose; suppress only those.',
  bad: example(giftExample({received_date: '12/24/2025'})),
  good: example(giftExample()),
  only: 'refused',
  reads: operation => operation !== undefined,
  inspect: exchange => {
    if (exchange.status !== 422 && exchange.status !== 400) {
      return undefined;
    }
    const {refused} = exchange.issues;
    const dates = refused.filter(({code, message}) => code === 'invalid' && isAboutDate.test(message));
    const mistakes = dates.flatMap(issue => mistakeOf(issue.path, issue.in === 'query', exchange) ?? []);
    return mistakes.length === 0 ? undefined : mistakes;
  },
};
