import type {FullExchange} from '../../../exchanges/exchange.js';
import type {Issue} from '../../../schema/issue.js';
import {pointerOf, valueAt} from '../../fields/json-pointer.js';
import {nearestKnown, people} from '../../fields/references.js';
import {moreIgnored} from '../../memory/bound-mistakes.js';
import {didYouMean, shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';
import {contactReportExample} from '../example-requests.js';

const isDropped = ({in: part, code, path}: Issue): boolean =>
  part === 'body' && (code === 'unknown-id' || (code === 'unknown-name' && people.has(String(path.at(-1)))));

function mistakeOf({path, message}: Issue, exchange: FullExchange, session: Session): Mistake {
  const name = String(path.at(-1));
  const value = valueAt(exchange.body, path);
  const near = people.has(name) ? nearestKnown(path, exchange, session) : undefined;
  return {
    where: pointerOf(path),
    got: shown(value),
    nearest: near,
    message: `${name} ${shown(value)} was dropped: ${message.split(';', 1)[0]}${didYouMean(near, '"')}`,
    fix: near === undefined ? 'Look up the record before you name it.' : `Send ${name} as "${shown(near)}".`,
  };
}

export const referenceDropped: FindingRule = {
  id: 'reference-dropped',
  axis: 'references',
  level: 'error',
  what: 'A `team_member`, or an id in a field whose unknown ids the service ignores, names no record.',
  why: 'The record is saved without the reference, or keeps the old one: nobody looks after the donor.',
  turnOff: 'Never: a client that names somebody means it.',
  bad: example(contactReportExample({team_member: 'Pat Quin'})),
  good: example(contactReportExample({team_member: 'Pat Quinn'})),
  only: 'accepted body',
  reads: operation => operation?.body !== undefined,
  inspect: (exchange, session) => {
    const dropped = exchange.issues.ignored.filter(isDropped);
    return [
      ...dropped.map(issue => mistakeOf(issue, exchange, session)),
      ...moreIgnored(exchange, 'body', 'unknown-id'),
    ];
  },
};
