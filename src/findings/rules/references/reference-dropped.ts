import type {FullExchange} from '../../../exchanges/exchange.js';
import type {Issue} from '../../../schema/issue.js';
import {pointerOf, valueAt} from '../../fields/json-pointer.js';
import {nearestName} from '../../fields/references.js';
import {rowsOf} from '../../fields/reply-body.js';
import {moreIgnored} from '../../memory/bound-mistakes.js';
import {shown, withField} from '../../rewrite.js';
import {example, type FindingRule, type Mistake, post} from '../../rule.js';

const people = new Set(['team_member', 'team_member_email']);

/** The accepted forms for team members: full name or email address. */
function membersOf({before}: FullExchange): readonly string[] {
  return rowsOf(before, 'team_members').flatMap(({first_name, last_name, email}) => [
    `${first_name} ${last_name}`,
    String(email),
  ]);
}

const isDropped = ({in: part, code, path}: Issue): boolean =>
  part === 'body' && (code === 'unknown-id' || (code === 'unknown-name' && people.has(String(path.at(-1)))));

function mistakeOf({path, message}: Issue, exchange: FullExchange): Mistake {
  const name = String(path.at(-1));
  const value = valueAt(exchange.body, path);
  const near = people.has(name) ? nearestName(String(value), membersOf(exchange)) : undefined;
  return {
    where: pointerOf(path),
    got: shown(value),
    ...(near !== undefined && {nearest: near}),
    message: `${name} ${shown(value)} was dropped: ${message.split(';', 1)[0]}${near === undefined ? '' : `; did you mean "${shown(near)}"?`}`,
    fix: near === undefined ? 'Look the record up before it is named.' : `Send ${name} as "${shown(near)}".`,
    ...(near !== undefined && {request: () => withField(exchange, path, name, near)}),
  };
}

export const referenceDropped: FindingRule = {
  id: 'reference-dropped',
  axis: 'references',
  level: 'error',
  what: 'A `team_member`, or an id in a field that the service passes over, that no record has.',
  why: 'The record is written without it, or keeps the one it had: nobody looks after the donor.',
  turnOff: 'Never: who is named is meant.',
  bad: example(
    post('/api/v1/constituents/959400/contact_reports', {
      text: 'Called',
      original_date: '2025-12-01',
      team_member: 'Pat Quin',
    }),
  ),
  good: example(
    post('/api/v1/constituents/959400/contact_reports', {
      text: 'Called',
      original_date: '2025-12-01',
      team_member: 'Pat Quinn',
    }),
  ),
  only: 'accepted body',
  reads: operation => operation?.body !== undefined,
  inspect: exchange => {
    const dropped = exchange.issues.ignored.filter(isDropped);
    return [...dropped.map(issue => mistakeOf(issue, exchange)), ...moreIgnored(exchange, 'body', 'unknown-id')];
  },
};
