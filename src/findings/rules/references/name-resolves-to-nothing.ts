import type {FullExchange} from '../../../exchanges/exchange.js';
import type {Issue} from '../../../schema/issue.js';
import {pointerOf, valueAt} from '../../fields/json-pointer.js';
import {madeNames, namesAt, nearestKnown, people} from '../../fields/references.js';
import {moreIgnored} from '../../memory/bound-mistakes.js';
import {didYouMean, shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';
import {giftExample} from '../example-requests.js';

/** Maximum number of names to list as alternatives. */
const maxNames = 8;

function mistakeOf(path: Issue['path'], what: string, exchange: FullExchange, session: Session): Mistake {
  const name = String(path.at(-1));
  const value = shown(valueAt(exchange.body, path));
  const near = nearestKnown(path, exchange, session);
  const names = namesAt(path, exchange, session);
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  const choice = `Send one of ${names.slice(0, maxNames).join(', ')}${more}, or the id.`;
  return {
    where: pointerOf(path),
    got: value,
    nearest: near,
    message: `${name} "${value}" ${what}${didYouMean(near, '"')}`,
    fix: near === undefined ? choice : `Send ${name} as "${shown(near)}", or the id.`,
  };
}

export const nameResolvesToNothing: FindingRule = {
  id: 'name-resolves-to-nothing',
  axis: 'references',
  level: 'error',
  what: 'A field that names a record, such as `fund_name`, has a name that no record has: the service ignored it, or created a record.',
  why: 'The gift has no fund, or the list of types grows with each spelling, and the response is 200.',
  turnOff: 'If the client creates types on purpose.',
  bad: example(giftExample({fund_name: 'scholarship fund'})),
  good: example(giftExample({fund_name: 'Scholarship Fund'})),
  reads: operation => operation?.body !== undefined,
  inspect: (exchange, session) => {
    const {before, status, issues, body} = exchange;
    if (before === undefined || body === undefined || (status !== 200 && status !== 422)) {
      return undefined;
    }
    const unknown = [...issues.ignored, ...issues.refused].filter(
      ({in: part, code, path}) => part === 'body' && code === 'unknown-name' && !people.has(String(path.at(-1))),
    );
    const named = unknown.filter(({path}) => String(valueAt(body, path) ?? '').trim() !== '');
    return [
      ...named.map(({path}) => mistakeOf(path, 'resolves to nothing', exchange, session)),
      ...(status === 200 ? madeNames(exchange, session) : []).map(name =>
        mistakeOf([name], 'made a new entry', exchange, session),
      ),
      ...moreIgnored(exchange, 'body', 'unknown-name'),
    ];
  },
};
