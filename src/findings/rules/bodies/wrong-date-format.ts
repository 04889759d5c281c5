import type {FullExchange} from '../../../exchanges/exchange.js';
import {type Path, pointerOf, valueAt} from '../../fields/json-pointer.js';
import {readDate} from '../../fields/read-date.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import {termValue} from '../../terms.js';
import {giftExample} from '../example-requests.js';

const isAboutDate = /^must be a (?:date|moment)\b/;

function mistakeOf(path: Path, isQuery: boolean, exchange: FullExchange): Mistake | undefined {
  const name = String(path.at(-1));
  const value = isQuery ? termValue(exchange, name) : valueAt(exchange.body, path);
  const day = readDate(value);
  if (day === undefined || day === value) {
    return undefined;
  }
  return {
    where: isQuery ? `q[] ${name}` : pointerOf(path),
    got: shown(value),
    nearest: day,
    message: `"${shown(value)}" is not how the service writes a day; did you mean "${day}"?`,
    fix: 'Write days as YYYY-MM-DD.',
  };
}

export const wrongDateFormat: FindingRule = {
  id: 'wrong-date-format',
  axis: 'bodies',
  level: 'error',
  what: 'A day is sent in a form that people read and the service does not, in a body or in a term.',
  why: 'The whole request is refused. In a search the client may take that for "nothing found".',
  turnOff: 'Where a test sends wrong dates on purpose; suppress those instead.',
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
