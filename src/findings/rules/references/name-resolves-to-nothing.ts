import type {FullExchange} from '../../../exchanges/exchange.js';
import type {Reference} from '../../../operations/kinds/references.js';
import type {Issue} from '../../../schema/issue.js';
import {pointerOf, valueAt} from '../../fields/json-pointer.js';
import {namesOf, nearestName, referenceOf, referencesAt} from '../../fields/references.js';
import {fieldsOf} from '../../fields/reply-body.js';
import {moreIgnored} from '../../memory/bound-mistakes.js';
import {shown, withField} from '../../rewrite.js';
import {example, type FindingRule, fine, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';
import {giftExample} from '../example-requests.js';

/** People are looked up differently; see reference-dropped. */
const people = new Set(['team_member', 'team_member_email']);

interface Named {
  readonly path: Issue['path'];
  readonly what: string;
}

/** Names that created a new record because they matched none. */
function made(exchange: FullExchange, session: Session): readonly Named[] {
  const {operation, body, before, after} = exchange;
  const fields = fieldsOf(body);
  const isNew = ({name, makeNamed, to}: Reference) =>
    makeNamed !== undefined &&
    name !== undefined &&
    typeof fields[name] === 'string' &&
    after!.records.collections.get(to).size > before!.records.collections.get(to).size;
  return referencesAt(operation!, [], session)
    .filter(isNew)
    .map(({name, to}) => ({path: [name!], what: `made a new entry of ${to.replaceAll('_', ' ')}`}));
}

function mistakeOf({path, what}: Named, exchange: FullExchange, session: Session): Mistake {
  const name = String(path.at(-1));
  const value = String(valueAt(exchange.body, path));
  const reference = referenceOf(exchange.operation!, path, session);
  const kind = reference?.to ?? (name === 'ack_template_name' ? 'mailing_templates' : undefined);
  const near = kind === undefined ? undefined : nearestName(value, namesOf(exchange, kind, reference?.by));
  return {
    where: pointerOf(path),
    got: shown(value),
    ...(near !== undefined && {nearest: near}),
    message: `${name} "${shown(value)}" ${what}${near === undefined ? '' : `; did you mean "${shown(near)}"?`}`,
    fix:
      near === undefined
        ? `Send a name that ${kind?.replaceAll('_', ' ') ?? 'the account'} has, or the id.`
        : `Send ${name} as "${shown(near)}", or the id.`,
    ...(near !== undefined && {request: () => withField(exchange, path, name, near)}),
  };
}

export const nameResolvesToNothing: FindingRule = {
  id: 'name-resolves-to-nothing',
  axis: 'references',
  level: 'error',
  what: 'A field that names a record, such as `fund_name`, has a name that no record has: it was passed over, or made a new record.',
  why: 'The gift goes to no fund, or the list of types grows with each spelling; the answer is 200.',
  turnOff: 'Where new types are meant to be made.',
  bad: example(giftExample({fund_name: 'scholarship fund'})),
  good: example(giftExample({fund_name: 'Scholarship Fund'})),
  only: 'accepted body',
  reads: operation => operation?.body !== undefined,
  inspect: (exchange, session) => {
    if (exchange.before === undefined) {
      return undefined;
    }
    const ignored = exchange.issues.ignored.filter(
      ({in: part, code, path}) => part === 'body' && code === 'unknown-name' && !people.has(String(path.at(-1))),
    );
    const named = [...ignored.map(({path}) => ({path, what: 'resolves to nothing'})), ...made(exchange, session)];
    return named.length === 0
      ? fine
      : [...named.map(one => mistakeOf(one, exchange, session)), ...moreIgnored(exchange, 'body', 'unknown-name')];
  },
};
