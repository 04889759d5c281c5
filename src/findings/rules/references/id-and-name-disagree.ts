import {pointerOf, valueAt} from '../../fields/json-pointer.js';
import {foreignIds, referenceOf} from '../../fields/references.js';
import {replyBody} from '../../fields/reply-body.js';
import {moreIgnored} from '../../memory/bound-mistakes.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, fine, type Mistake} from '../../rule.js';
import {giftExample} from '../example-requests.js';

export const idAndNameDisagree: FindingRule = {
  id: 'id-and-name-disagree',
  axis: 'references',
  level: 'warn',
  what: 'A body names a record by its id and by its name, and the two belong to different records.',
  why: 'The service uses the id and ignores the name.',
  turnOff: 'Never: one of the two is wrong.',
  bad: example(giftExample({gift_type_id: 5})),
  good: example(giftExample({gift_type_id: 1})),
  only: 'accepted body',
  reads: operation => operation?.body !== undefined,
  inspect: (exchange, session) => {
    const overruled = exchange.issues.ignored
      .filter(({in: part, code}) => part === 'body' && code === 'overruled')
      .filter(({path}) => String(valueAt(exchange.body, path)).trim() !== '');
    const foreign = overruled.length === 0 ? [] : (foreignIds(exchange, session) ?? []);
    const mistakes = overruled.flatMap<Mistake>(({path, message}) => {
      const id = referenceOf(exchange.operation!, path, session)?.id ?? '';
      if (path.length === 1 && foreign.some(({field}) => field === id)) {
        return []; // in another account: another rule reports it
      }
      const name = String(path.at(-1));
      const own = replyBody(exchange)[name];
      return {
        where: pointerOf(path),
        got: shown(valueAt(exchange.body, path)),
        ...(typeof own === 'string' && {nearest: own}),
        message: `the id counts: ${message}`,
        fix: `Send ${name} alone, or the id of the record that has that name.`,
      };
    });
    return mistakes.length === 0 ? fine : [...mistakes, ...moreIgnored(exchange, 'body', 'overruled')];
  },
};
